package dev.bailiwick.engine;

import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.spi.FeedSubscription;
import dev.bailiwick.store.spi.PartitionSequences;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;

/// Serves subscriptions from the log, and wakes those that wait when there is something for them.
///
/// A shard only notes which partitions changed. A thread of the feed wakes the subscriptions, so that no number of them holds
/// up a writer. A subscription that waits, or whose handler is slow, holds nothing but its position.
///
/// Thread-safe.
final class EngineFeed {
    private final UUID storeId;
    private final Routing routing;
    private final AtomicLongArray lastSequences;
    private final AtomicLongArray changedBits;
    private final Set<FeedCursor> waiting = ConcurrentHashMap.newKeySet();
    private final Set<FeedSubscription> running = ConcurrentHashMap.newKeySet();
    private final Set<FeedCursor> cursors = ConcurrentHashMap.newKeySet();
    private final Thread waker = Thread.ofPlatform().daemon().name("bailiwick-feed").unstarted(this::wakeWaiting);
    private volatile boolean changed;
    private volatile boolean closed;

    /// @param lastSequences the last durable commit of each partition
    EngineFeed(UUID storeId, Routing routing, AtomicLongArray lastSequences) {
        this.storeId = storeId;
        this.routing = routing;
        this.lastSequences = lastSequences;
        this.changedBits = new AtomicLongArray((routing.partitionCount() + Long.SIZE - 1) / Long.SIZE);
    }

    void start() {
        waker.start();
    }

    Subscription subscribe(SubscribeRequest request, FeedHandler handler, IntFunction<Shard> shardOf) {
        var cursor = new FeedCursor(this, request, startOf(request.from()), shardOf);
        var subscription = new FeedSubscription(cursor, handler, cursor.position());
        running.add(subscription);
        cursors.add(cursor);
        subscription.start();
        return subscription;
    }

    /// There is something new in these partitions; for a shard's thread.
    void changed(int[] partitions, int count) {
        // What was published must be seen by whoever begins to wait after this looks for those who wait.
        VarHandle.fullFence();
        if (waiting.isEmpty()) {
            return;
        }
        for (int i = 0; i < count; i++) {
            int word = partitions[i] / Long.SIZE;
            long bit = 1L << partitions[i];
            if ((changedBits.get(word) & bit) == 0) {
                var _ = changedBits.accumulateAndGet(word, bit, (left, right) -> left | right);
            }
        }
        changed = true;
        LockSupport.unpark(waker);
    }

    /// Ends all subscriptions and waits for their handlers. A handler that closes the store waits for nobody, since another may be
    /// doing the same.
    void close() {
        closed = true;
        LockSupport.unpark(waker);
        waiting.forEach(FeedCursor::wake);
        var subscriptions = List.copyOf(running);
        if (subscriptions.stream().noneMatch(FeedSubscription::runsHere)) {
            subscriptions.forEach(FeedSubscription::awaitEnd);
        }
    }

    Routing routing() {
        return routing;
    }

    boolean isClosed() {
        return closed;
    }

    long lastSequence(int partition) {
        return lastSequences.get(partition);
    }

    FeedPosition position(long[] sequences) {
        return PartitionSequences.of(storeId, sequences).toPosition();
    }

    void startsWaiting(FeedCursor cursor) {
        waiting.add(cursor);
    }

    void stopsWaiting(FeedCursor cursor) {
        waiting.remove(cursor);
    }

    void ended(FeedCursor cursor, FeedSubscription subscription) {
        cursors.remove(cursor);
        running.remove(subscription);
    }

    int subscriptions() {
        return cursors.size();
    }

    /// How many commits the subscription that is farthest behind has not looked at.
    long longestLag() {
        return cursors.stream().mapToLong(FeedCursor::lag).max().orElse(0);
    }

    private long[] startOf(FeedPosition position) {
        int count = routing.partitionCount();
        return switch (position.kind()) {
            case START -> new long[count];
            case NOW -> {
                var now = new long[count];
                for (int partition = 0; partition < count; partition++) {
                    now[partition] = lastSequence(partition);
                }
                yield now;
            }
            case SAVED -> {
                var saved = PartitionSequences.read(position, storeId, count);
                for (int partition = 0; partition < count; partition++) {
                    if (saved.sequence(partition) > lastSequence(partition)) {
                        throw new PositionAheadException(partition, saved.sequence(partition),
                                lastSequence(partition));
                    }
                }
                yield saved.toArray();
            }
        };
    }

    private void wakeWaiting() {
        while (!closed) {
            if (!changed) {
                LockSupport.park(this);
                continue;
            }
            changed = false;
            var partitions = takeChanged();
            waiting.forEach(cursor -> {
                if (cursor.isInterestedIn(partitions)) {
                    cursor.wake();
                }
            });
        }
    }

    private BitSet takeChanged() {
        var words = new long[changedBits.length()];
        for (int i = 0; i < words.length; i++) {
            words[i] = changedBits.get(i) == 0 ? 0 : changedBits.getAndSet(i, 0);
        }
        return BitSet.valueOf(words);
    }
}
