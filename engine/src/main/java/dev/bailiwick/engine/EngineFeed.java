package dev.bailiwick.engine;

import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.spi.FeedSubscription;
import dev.bailiwick.store.spi.PartitionSequences;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Serves subscriptions from the log. Thread-safe; the lock guards the waiting alone.
final class EngineFeed {
    private final UUID storeId;
    private final List<PartitionIndex> partitions;
    private final List<LogReader> readers;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Set<FeedSubscription> running = ConcurrentHashMap.newKeySet();
    private long changes;
    private boolean closed;

    /// @param readers for each partition the reader of its log
    EngineFeed(UUID storeId, List<PartitionIndex> partitions, List<LogReader> readers) {
        this.storeId = storeId;
        this.partitions = partitions;
        this.readers = readers;
    }

    Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        var cursor = new Cursor(startOf(request.from()), request);
        var subscription = new FeedSubscription(cursor, handler, cursor.position());
        running.add(subscription);
        subscription.start();
        return subscription;
    }

    /// Tells everybody that there is something new.
    void signal() {
        lock.lock();
        try {
            changes++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Ends all subscriptions and waits for their handlers. A handler that closes the store waits for nobody, since another may be
    /// doing the same.
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        var subscriptions = List.copyOf(running);
        if (subscriptions.stream().noneMatch(FeedSubscription::runsHere)) {
            subscriptions.forEach(FeedSubscription::awaitEnd);
        }
    }

    private long[] startOf(FeedPosition position) {
        return switch (position.kind()) {
            case START -> new long[partitions.size()];
            case NOW -> partitions.stream().mapToLong(PartitionIndex::lastSequence).toArray();
            case SAVED -> {
                var saved = PartitionSequences.read(position, storeId, partitions.size());
                for (int partition = 0; partition < partitions.size(); partition++) {
                    long last = partitions.get(partition).lastSequence();
                    if (saved.sequence(partition) > last) {
                        throw new PositionAheadException(partition, saved.sequence(partition), last);
                    }
                }
                yield saved.toArray();
            }
        };
    }

    private Commit commit(int partition, long sequence) {
        var entry = readers.get(partition).read(partitions.get(partition).frameOf(sequence));
        var stamp = new CommitStamp(partition, sequence, Instant.ofEpochMilli(entry.timeMs()));
        return switch (entry.decision()) {
            case Decision.Appended appended -> new Commit(stamp, appended.command().map(Decision.Command::id),
                    new Change.Appended(events(appended, stamp)));
            case Decision.Trimmed trimmed -> new Commit(stamp, Optional.empty(),
                    new Change.Trimmed(trimmed.key(), trimmed.firstVersion()));
            case Decision.Deleted deleted -> new Commit(stamp, Optional.empty(),
                    new Change.Deleted(deleted.key(), deleted.version(), deleted.recreation()));
        };
    }

    private static List<RecordedEvent> events(Decision.Appended appended, CommitStamp stamp) {
        var events = new ArrayList<RecordedEvent>();
        for (var stream : appended.streams()) {
            for (int i = 0; i < stream.events().size() && stream.partition() == stamp.partition(); i++) {
                events.add(recorded(stream, i, stamp));
            }
        }
        return events;
    }

    static RecordedEvent recorded(Decision.Stream stream, int place, CommitStamp stamp) {
        var event = stream.events().get(place);
        return new RecordedEvent(stream.key(), stream.firstVersion() + place, event.type(), event.metadata(),
                event.payload(),
                false, stamp, event.hash());
    }

    /// Where one subscription is.
    private final class Cursor implements FeedSubscription.BatchSource {
        private final long[] seen;
        private final SubscribeRequest request;

        Cursor(long[] seen, SubscribeRequest request) {
            this.seen = seen;
            this.request = request;
        }

        FeedPosition position() {
            return PartitionSequences.of(storeId, seen).toPosition();
        }

        @Override
        public Optional<FeedBatch> next(FeedSubscription subscription) throws InterruptedException {
            while (true) {
                long before = changesSoFar();
                if (isClosed() || subscription.isClosed()) {
                    return Optional.empty();
                }
                var batch = collect();
                if (batch.isPresent()) {
                    return batch;
                }
                awaitChange(before, subscription);
            }
        }

        @Override
        public void wake() {
            signal();
        }

        @Override
        public void ended(FeedSubscription subscription) {
            running.remove(subscription);
        }

        /// Empty where there is nothing to tell: no new commit, or too few to be worth an empty batch.
        private Optional<FeedBatch> collect() {
            var commits = new ArrayList<Commit>();
            int scanned = 0;
            for (int partition = 0; partition < seen.length; partition++) {
                long last = partitions.get(partition).lastSequence();
                while (seen[partition] < last && commits.size() < request.batchCommits()
                        && scanned < Limits.MAX_PAGE_SCAN) {
                    request.filter().apply(commit(partition, ++seen[partition])).ifPresent(commits::add);
                    scanned++;
                }
            }
            return commits.isEmpty() && scanned < Limits.MAX_PAGE_SCAN
                    ? Optional.empty()
                    : Optional.of(new FeedBatch(commits, position()));
        }

        private long changesSoFar() {
            lock.lock();
            try {
                return changes;
            } finally {
                lock.unlock();
            }
        }

        private boolean isClosed() {
            lock.lock();
            try {
                return closed;
            } finally {
                lock.unlock();
            }
        }

        private void awaitChange(long before, FeedSubscription subscription) throws InterruptedException {
            lock.lock();
            try {
                while (changes == before && !closed && !subscription.isClosed()) {
                    changed.await();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
