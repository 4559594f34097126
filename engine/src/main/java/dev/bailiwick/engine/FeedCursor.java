package dev.bailiwick.engine;

import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.spi.FeedSubscription;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// Where one subscription is: up to which commit it has seen each partition. Belongs to the subscription's thread; anybody may
/// wake it.
///
/// Partitions take turns, so that a busy one does not keep the others waiting.
final class FeedCursor implements FeedSubscription.BatchSource {
    private final EngineFeed feed;
    private final SubscribeRequest request;
    private final Interest interest;
    private final long[] seen;
    private final IntFunction<Shard> shardOf;
    private int turn;
    private volatile boolean woken;
    private volatile @Nullable Thread sleeper;

    FeedCursor(EngineFeed feed, SubscribeRequest request, long[] seen, IntFunction<Shard> shardOf) {
        this.feed = feed;
        this.request = request;
        this.interest = Interest.of(request.filter(), feed.routing());
        this.seen = seen;
        this.shardOf = shardOf;
    }

    FeedPosition position() {
        return feed.position(seen);
    }

    boolean isInterestedIn(BitSet partitions) {
        return interest.partitions().intersects(partitions);
    }

    /// How many commits it has not looked at, of those that may concern it. Anybody may ask, and hears about what was so a moment ago.
    long lag() {
        var partitions = interest.partitions();
        long lag = 0;
        for (int partition = partitions.nextSetBit(0); partition >= 0; partition = partitions
                .nextSetBit(partition + 1)) {
            lag += Math.max(0, feed.lastSequence(partition) - seen[partition]);
        }
        return lag;
    }

    @Override
    public Optional<FeedBatch> next(FeedSubscription subscription) throws InterruptedException {
        feed.startsWaiting(this);
        try {
            while (true) {
                woken = false;
                if (feed.isClosed() || subscription.isClosed()) {
                    return Optional.empty();
                }
                var batch = new Batch().collect();
                if (batch.isPresent()) {
                    return batch;
                }
                sleep();
            }
        } finally {
            feed.stopsWaiting(this);
        }
    }

    @Override
    public void wake() {
        woken = true;
        var thread = sleeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void ended(FeedSubscription subscription) {
        feed.ended(this, subscription);
    }

    private void sleep() throws InterruptedException {
        sleeper = Thread.currentThread();
        try {
            while (!woken) {
                LockSupport.park(this);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        } finally {
            sleeper = null;
        }
    }

    /// One batch while it is collected.
    private final class Batch {
        private final List<Commit> commits = new ArrayList<>();
        private int scanned;
        private long bytes;

        /// Empty where there is nothing to tell: no new commit, or too few to be worth an empty batch.
        Optional<FeedBatch> collect() {
            int partitions = interest.partitions().cardinality();
            int partition = interest.next(turn);
            for (int i = 0; i < partitions && !isFull(); i++) {
                collect(partition);
                turn = partition + 1;
                partition = interest.next(turn);
            }
            return commits.isEmpty() && scanned < Limits.MAX_PAGE_SCAN
                    ? Optional.empty()
                    : Optional.of(new FeedBatch(commits, positionOfBatch()));
        }

        private void collect(int partition) {
            long last = feed.lastSequence(partition);
            while (seen[partition] < last && !isFull()) {
                var shard = shardOf.apply(partition);
                try {
                    collect(partition, shard);
                } catch (LogReader.RetiredSegmentException e) {
                    // The index knows where its commits are now.
                }
            }
        }

        private void collect(int partition, Shard shard) {
            for (var location : shard.view().feed(partition, seen[partition] + 1)) {
                if (isFull()) {
                    return;
                }
                var commit = Commits.of(shard.reader().read(location), partition, seen[partition] + 1);
                seen[partition]++;
                add(commit);
            }
        }

        private void add(Commit commit) {
            scanned++;
            request.filter().apply(commit).ifPresent(passed -> {
                commits.add(passed);
                bytes += bytesOf(passed);
            });
        }

        private boolean isFull() {
            return commits.size() >= request.batchCommits() || scanned >= Limits.MAX_PAGE_SCAN
                    || bytes >= Limits.DEFAULT_PAGE_BYTES;
        }

        /// What lies in partitions without interest was seen too, in a way.
        private FeedPosition positionOfBatch() {
            for (int partition = 0; partition < seen.length; partition++) {
                if (!interest.partitions().get(partition)) {
                    seen[partition] = feed.lastSequence(partition);
                }
            }
            return position();
        }

        private static long bytesOf(Commit commit) {
            return commit.change() instanceof Change.Appended appended
                    ? appended.events().stream().mapToLong(RecordedEvent::bytes).sum()
                    : 0;
        }
    }
}
