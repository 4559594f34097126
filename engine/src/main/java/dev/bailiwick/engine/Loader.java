package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.ShardBusyException;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Finds on disk what a shard's thread must know and has not in memory, so that it never waits for a disk. Runs on platform
/// threads of its own, since calls into native code would hold up the carriers of virtual ones. Thread-safe.
final class Loader {
    /// So many pieces of work are loaded by one thread one after the other, where many wait.
    private static final int BATCH = 8;

    private final ShardIdentifier shard;
    private final Executor threads;
    private final SealedIndex sealed;
    private final LogReader reader;

    Loader(ShardIdentifier shard, Executor threads, SealedIndex sealed, LogReader reader) {
        this.shard = shard;
        this.threads = threads;
        this.sealed = sealed;
        this.reader = reader;
    }

    /// One search.
    ///
    /// @param keys whose heads are wanted
    /// @param commandAt where the command is known to have been executed
    /// @param buckets where else it may have been
    record Search(Work<?> work, long generation, List<AggregateKey> keys, @Nullable FrameLocation commandAt,
            List<Long> buckets) {}

    /// Searches, and hands over what was found with [Work#loaded].
    void load(List<Search> searches, Consumer<Found> whenFound) {
        for (int from = 0; from < searches.size(); from += BATCH) {
            var batch = List.copyOf(searches.subList(from, Math.min(searches.size(), from + BATCH)));
            Runnable task = () -> batch
                    .forEach(search -> whenFound.accept(new Found(search.work(), find(search))));
            try {
                threads.execute(task);
            } catch (RejectedExecutionException e) {
                task.run();
            }
        }
    }

    record Found(Work<?> work, Loaded loaded) {}

    private Loaded find(Search search) {
        try {
            var heads = new HashMap<AggregateKey, Optional<Head>>();
            for (var key : search.keys()) {
                heads.put(key, Optional.ofNullable(ShardView.translated(() -> sealed.head(key))));
            }
            return new Loaded(search.generation(), heads, findCommand(search), Optional.empty());
        } catch (RuntimeException e) {
            return Loaded.failed(e);
        }
    }

    private Optional<Work.Remembered> findCommand(Search search) {
        while (true) {
            var location = search.commandAt();
            if (location == null && !search.buckets().isEmpty()) {
                location = ShardView.translated(() -> searchBuckets(search));
            }
            if (location == null) {
                return Optional.empty();
            }
            try {
                var entry = reader.read(location);
                return entry.decision() instanceof Decision.Appended appended
                        ? Optional.of(new Work.Remembered(location, appended, entry.timeMs()))
                        : Optional.empty();
            } catch (LogReader.RetiredSegmentException e) {
                if (search.commandAt() != null) {
                    // It was in memory when this began. Whoever sends the command again finds it in the index.
                    throw new ShardBusyException(shard);
                }
            }
        }
    }

    private @Nullable FrameLocation searchBuckets(Search search) throws java.io.IOException {
        var command = search.work().need().command().orElseThrow();
        for (int partition : command.partitions()) {
            for (long bucket : search.buckets().reversed()) {
                var found = sealed.command(bucket, partition, command.org(), command.id());
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
