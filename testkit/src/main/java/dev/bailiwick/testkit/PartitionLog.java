package dev.bailiwick.testkit;

import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;

/// One partition's feed and digest. Guarded by the store's lock.
final class PartitionLog {
    private final List<Entry> entries = new ArrayList<>();
    private Hash256 digest = Hash256.ZERO;

    long lastSequence() {
        return entries.size();
    }

    /// @param change asked each time the commit is read, so that erased payloads are gone from old commits too
    void add(CommitStamp stamp, Optional<UUID> commandId, Supplier<Change> change) {
        if (stamp.sequence() != lastSequence() + 1) {
            throw new IllegalStateException("sequence " + stamp.sequence() + " after " + lastSequence());
        }
        entries.add(new Entry(stamp, commandId, change));
    }

    Commit commit(long sequence) {
        var entry = entries.get(Math.toIntExact(sequence - 1));
        return new Commit(entry.stamp(), entry.commandId(), entry.change().get());
    }

    PartitionDigest digest() {
        return new PartitionDigest(lastSequence(), digest);
    }

    void replaceHead(Hash256 before, Hash256 after) {
        digest = digest.minus(before).plus(after);
    }

    private record Entry(CommitStamp stamp, Optional<UUID> commandId, Supplier<Change> change) {}
}
