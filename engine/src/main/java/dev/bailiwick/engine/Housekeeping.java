package dev.bailiwick.engine;

import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// What is done with finished segments: compaction, in the background and when it is asked for, and erasure. Thread-safe.
final class Housekeeping {
    /// How often it is looked whether there is something to do.
    private static final long LOOK_NS = 1_000_000_000;
    /// So many events of a shard must have become unreadable since the last round.
    private static final long FEW_EVENTS = 10_000;

    private final EngineOptions options;
    private final ShardSet shards;
    private final List<SegmentReplacer> replacers;
    private final List<CompactionDebt> debts;
    private final long usualBytes;
    private final Thread background;
    private volatile boolean closing;

    /// @param shares how the memory is divided
    Housekeeping(Disk disk, EngineOptions options, StoreDescriptor descriptor, ShardSet shards, MemoryShares shares) {
        this.options = options;
        this.shards = shards;
        this.usualBytes = options.segmentBytes().orElse(shares.fileBytes());
        this.replacers = shards.all().stream().map(shard -> new SegmentReplacer(
                new ShardDirectory(disk, ShardOpening.directoryOf(options.directory(), shard.id()),
                        new LogIdentity(descriptor.storeId(), shard.id()), shards.routing()),
                shard, shares.segmentBytes(), () -> closing)).toList();
        this.debts = replacers.stream().map(replacer -> new CompactionDebt(replacer, () -> closing)).toList();
        this.background = Thread.ofPlatform().daemon().name("bailiwick-compaction").unstarted(this::run);
    }

    void start() {
        background.start();
    }

    /// How many bytes of a shard could be reclaimed; not a number if nobody has looked yet.
    double debt(Shard shard) {
        for (int i = 0; i < debts.size(); i++) {
            if (replacers.get(i).shard().equals(shard)) {
                return debts.get(i).bytes();
            }
        }
        throw new IllegalArgumentException("shard " + shard.id() + " is not of this store");
    }

    CompactionReport compact(CompactionRequest request) {
        var report = CompactionReport.NOTHING;
        for (var replacer : replacers) {
            var before = report;
            report = report.plus(translated(replacer, () -> new Compaction(replacer,
                    new Throttle(request.bytesPerSecond(), () -> closing), request.leastReclaimable(), usualBytes,
                    sofar -> request.progress().accept(before.plus(sofar))).run()));
        }
        return report;
    }

    EraseReceipt erase(EraseRequest request) {
        var erasure = new Erasure(request, options, shards.routing(), () -> closing);
        for (var replacer : replacers) {
            if (erasure.concerns(replacer.shard())) {
                translated(replacer, () -> {
                    erasure.run(replacer);
                    return true;
                });
            }
        }
        return erasure.receipt();
    }

    /// What is done with files.
    interface Chore<T> {
        T run() throws IOException;
    }

    /// Does what needs the segments of a shard to stay as they are.
    <T> T undisturbed(Shard shard, Chore<T> chore) throws IOException {
        var replacer = replacers.stream().filter(each -> each.shard().equals(shard)).findFirst().orElseThrow();
        replacer.begin();
        try {
            return chore.run();
        } finally {
            replacer.end();
        }
    }

    /// Stops what is being done and waits for it. A segment that is half written counts for nothing.
    void close() {
        closing = true;
        LockSupport.unpark(background);
        Answers.awaitUninterruptibly(background);
        replacers.forEach(replacer -> {
            replacer.begin();
            replacer.end();
        });
    }

    private <T> T translated(SegmentReplacer replacer, Chore<T> chore) {
        try {
            return chore.run();
        } catch (NoRoomException e) {
            throw new DiskFullException(replacer.shard().id(), String.valueOf(e.getMessage()));
        } catch (Throttle.StoppedException | SealedIndex.ClosedIndexException e) {
            throw new StoreClosedException();
        } catch (IOException e) {
            if (closing) {
                throw new StoreClosedException();
            }
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    private void run() {
        var done = new long[replacers.size()];
        while (!closing) {
            LockSupport.parkNanos(LOOK_NS);
            for (int i = 0; i < done.length && !closing; i++) {
                long unreadable = replacers.get(i).shard().view().unreadableEvents();
                boolean wanted = options.compactionBytesPerSecond() > 0 && unreadable - done[i] >= FEW_EVENTS;
                if (wanted && compactQuietly(replacers.get(i))) {
                    done[i] = unreadable;
                    debts.get(i).compacted();
                }
                debts.get(i).lookIfDue();
            }
        }
    }

    /// Whether a round was finished. What went wrong is tried again; whoever reads or writes notices it too if it is serious.
    private boolean compactQuietly(SegmentReplacer replacer) {
        try {
            new Compaction(replacer, new Throttle(options.compactionBytesPerSecond(), () -> closing),
                    CompactionRequest.WORTHWHILE, usualBytes, _ -> {}).run();
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}
