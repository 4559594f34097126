package dev.bailiwick.testkit;

import dev.bailiwick.store.Commit;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.spi.FeedSubscription;
import dev.bailiwick.store.spi.PartitionSequences;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// Serves subscriptions from the partitions' logs. Methods other than [#awaitEnd] are called with the store's lock held.
final class InMemoryFeed {
    private final ReentrantLock lock;
    private final Condition changed;
    private final List<PartitionLog> partitions;
    private final UUID storeId;
    private final Set<FeedSubscription> running = new HashSet<>();
    private boolean closed;

    InMemoryFeed(ReentrantLock lock, List<PartitionLog> partitions, UUID storeId) {
        this.lock = lock;
        this.changed = lock.newCondition();
        this.partitions = partitions;
        this.storeId = storeId;
    }

    Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        var cursor = new Cursor(startOf(request.from()), request.filter(), request.batchCommits());
        var subscription = new FeedSubscription(cursor, handler, cursor.position());
        running.add(subscription);
        subscription.start();
        return subscription;
    }

    /// Tells everybody that there is something new.
    void signal() {
        changed.signalAll();
    }

    void close() {
        closed = true;
        signal();
    }

    /// Waits until no handler runs any more. Called without the lock. A handler that closes the store waits for nobody, since
    /// another handler may be doing the same.
    void awaitEnd() {
        var subscriptions = locked(() -> List.copyOf(running));
        if (subscriptions.stream().noneMatch(FeedSubscription::runsHere)) {
            subscriptions.forEach(FeedSubscription::awaitEnd);
        }
    }

    private <T> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            return operation.get();
        } finally {
            lock.unlock();
        }
    }

    private long[] startOf(FeedPosition position) {
        return switch (position.kind()) {
            case START -> new long[partitions.size()];
            case NOW -> lastSequences();
            case SAVED -> savedSequences(position);
        };
    }

    private long[] lastSequences() {
        return partitions.stream().mapToLong(PartitionLog::lastSequence).toArray();
    }

    private long[] savedSequences(FeedPosition position) {
        var saved = PartitionSequences.read(position, storeId, partitions.size());
        for (int partition = 0; partition < partitions.size(); partition++) {
            long last = partitions.get(partition).lastSequence();
            if (saved.sequence(partition) > last) {
                throw new PositionAheadException(partition, saved.sequence(partition), last);
            }
        }
        return saved.toArray();
    }

    /// Where one subscription is.
    private final class Cursor implements FeedSubscription.BatchSource {
        private final long[] seen;
        private final FeedFilter filter;
        private final int batchCommits;

        Cursor(long[] seen, FeedFilter filter, int batchCommits) {
            this.seen = seen;
            this.filter = filter;
            this.batchCommits = batchCommits;
        }

        FeedPosition position() {
            return PartitionSequences.of(storeId, seen).toPosition();
        }

        @Override
        public Optional<FeedBatch> next(FeedSubscription subscription) throws InterruptedException {
            lock.lock();
            try {
                while (!closed && !subscription.isClosed()) {
                    var batch = collect();
                    if (batch.isPresent()) {
                        return batch;
                    }
                    changed.await();
                }
                return Optional.empty();
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void wake() {
            locked(() -> {
                signal();
                return closed;
            });
        }

        @Override
        public void ended(FeedSubscription subscription) {
            locked(() -> running.remove(subscription));
        }

        /// Empty where there is nothing to tell: no new commit, or too few to be worth an empty batch.
        private Optional<FeedBatch> collect() {
            var commits = new ArrayList<Commit>();
            int scanned = 0;
            for (int partition = 0; partition < seen.length; partition++) {
                var log = partitions.get(partition);
                while (seen[partition] < log.lastSequence() && commits.size() < batchCommits
                        && scanned < Limits.MAX_PAGE_SCAN) {
                    filter.apply(log.commit(++seen[partition])).ifPresent(commits::add);
                    scanned++;
                }
            }
            return commits.isEmpty() && scanned < Limits.MAX_PAGE_SCAN
                    ? Optional.empty()
                    : Optional.of(new FeedBatch(commits, position()));
        }
    }
}
