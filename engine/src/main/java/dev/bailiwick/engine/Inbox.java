package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.ShardBusyException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// What waits for a shard's thread: work, of which there is only so much, and messages from those who work for it. Anybody may
/// put something in; only the shard's thread takes it out.
final class Inbox {
    private static final int BYTES_PER_PERMIT = 1_024;

    private final ShardIdentifier id;
    private final Queue<Work<?>> work = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> messages = new ConcurrentLinkedQueue<>();
    private final Semaphore requests;
    private final Semaphore kilobytes;
    private final int maxRequests;
    private final int maxKilobytes;
    private final LongAdder turnedAway = new LongAdder();
    private volatile boolean sleeping;
    private volatile @Nullable Thread owner;

    Inbox(ShardIdentifier id, int maxRequests, int maxBytes) {
        this.id = id;
        this.maxRequests = maxRequests;
        this.requests = new Semaphore(maxRequests);
        this.maxKilobytes = maxBytes / BYTES_PER_PERMIT;
        this.kilobytes = new Semaphore(maxKilobytes);
    }

    void openFor(Thread thread) {
        owner = thread;
    }

    /// Puts work in, if there is room.
    void offer(Work<?> added) {
        if (!requests.tryAcquire()) {
            throw busy();
        }
        if (!kilobytes.tryAcquire(permits(added))) {
            requests.release();
            throw busy();
        }
        work.add(added);
        wake();
    }

    /// Puts work in, and waits for room if there is none.
    void offer(Work<?> added, Duration wait) throws InterruptedException {
        long deadline = System.nanoTime() + wait.toNanos();
        if (!requests.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
            throw busy();
        }
        boolean acquired = false;
        try {
            acquired = kilobytes.tryAcquire(permits(added), Math.max(0, deadline - System.nanoTime()),
                    TimeUnit.NANOSECONDS);
        } finally {
            if (!acquired) {
                requests.release();
            }
        }
        if (!acquired) {
            throw busy();
        }
        work.add(added);
        wake();
    }

    /// Puts a message in; there is always room.
    void tell(Runnable message) {
        messages.add(message);
        wake();
    }

    /// Gives back the room of work that is done with.
    void release(Work<?> done) {
        kilobytes.release(permits(done));
        requests.release();
    }

    /// The same for all of a group.
    void release(List<Work<?>> done) {
        int sum = 0;
        for (var work : done) {
            sum += permits(work);
        }
        kilobytes.release(sum);
        requests.release(done.size());
    }

    boolean hasWork() {
        return !work.isEmpty();
    }

    /// The work that waited longest; there must be some.
    Work<?> take() {
        return work.remove();
    }

    @Nullable
    Work<?> poll() {
        return work.poll();
    }

    /// Whether the work was still there.
    boolean remove(Work<?> unwanted) {
        return work.remove(unwanted);
    }

    void runMessages() {
        for (var message = messages.poll(); message != null; message = messages.poll()) {
            message.run();
        }
    }

    /// Sleeps until there is something; may return early.
    ///
    /// @param nanos how long at the most; 0 for as long as it takes
    void await(long nanos) {
        sleeping = true;
        if (work.isEmpty() && messages.isEmpty()) {
            if (nanos == 0) {
                LockSupport.park(this);
            } else {
                LockSupport.parkNanos(this, nanos);
            }
        }
        sleeping = false;
    }

    private void wake() {
        if (sleeping) {
            LockSupport.unpark(owner);
        }
    }

    /// How much work there is that was not answered, and how much there may be.
    Fill fill() {
        return new Fill(maxRequests - requests.availablePermits(), maxRequests,
                (long) (maxKilobytes - kilobytes.availablePermits()) * BYTES_PER_PERMIT,
                (long) maxKilobytes * BYTES_PER_PERMIT);
    }

    record Fill(int requests, int maxRequests, long bytes, long maxBytes) {}

    /// How often there was no room.
    long turnedAway() {
        return turnedAway.sum();
    }

    private ShardBusyException busy() {
        turnedAway.increment();
        return new ShardBusyException(id);
    }

    private int permits(Work<?> of) {
        return Math.min(maxKilobytes, of.bytes() / BYTES_PER_PERMIT + 1);
    }
}
