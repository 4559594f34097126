package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What was done to which shard, in the order of the shards.
public record MigrationReport(List<Entry> shards) {
    public MigrationReport {
        shards = List.copyOf(shards);
    }

    /// One shard.
    ///
    /// @param applied the scripts that ran now, such as `eventlog 1`; empty where all had run before
    /// @param failure why it did not work out
    public record Entry(ShardIdentifier shard, String name, List<String> applied, Duration took,
            Optional<String> failure) {
        public Entry {
            applied = List.copyOf(applied);
        }

        @Override
        public String toString() {
            return shard + " (" + name + "): "
                    + failure.map(reason -> "failed: " + reason).orElseGet(() -> applied.isEmpty()
                            ? "up to date"
                            : String.join(", ", applied))
                    + ", " + took.toMillis() + " ms";
        }
    }

    public List<Entry> failed() {
        return shards.stream().filter(entry -> entry.failure().isPresent()).toList();
    }

    /// A line for each shard.
    @Override
    public String toString() {
        return shards.stream().map(Entry::toString).collect(Collectors.joining("\n"));
    }
}
