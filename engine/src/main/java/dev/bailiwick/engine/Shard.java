package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ShardBusyException;
import dev.bailiwick.store.ShardStoppedException;
import dev.bailiwick.store.StoreClosedException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// One thread, the only writer of its partitions. It takes everything that waits, decides it in order, writes and flushes once, shows
/// it to the readers, and then answers.
///
/// When the disk fails, the shard stops: whoever was in the failed group does not know the outcome, everybody after is refused,
/// and what was acknowledged stays readable.
final class Shard implements AutoCloseable {
    private static final int MAX_GROUP = 4_096;
    private static final int BYTES_PER_PERMIT = 1_024;

    private final ShardIdentifier id;
    private final ShardState state;
    private final ShardIndex index;
    private final ShardLog log;
    private final InstantSource clock;
    private final Runnable onCommit;
    private final BlockingQueue<Work<?>> queue;
    private final Semaphore room;
    private final int maxPermits;
    private final Thread thread;
    private volatile boolean closed;
    private volatile String failure = "";

    Shard(ShardIdentifier id, ShardState state, ShardIndex index, ShardLog log, EngineOptions options,
            Runnable onCommit) {
        this.id = id;
        this.state = state;
        this.index = index;
        this.log = log;
        this.clock = options.clock();
        this.onCommit = onCommit;
        this.queue = new ArrayBlockingQueue<>(options.queueRequests());
        this.maxPermits = options.queueBytes() / BYTES_PER_PERMIT;
        this.room = new Semaphore(maxPermits);
        this.thread = Thread.ofPlatform().name("bailiwick-shard-" + id).unstarted(this::run);
    }

    /// What a decision may use while the shard's thread makes it.
    interface Desk {
        ShardState state();

        /// The clock's time, or that of the last frame where the clock stepped back.
        long nowMs();

        /// Makes it so: part of the state now, and of the log with the next flush.
        void stage(Decision decision);
    }

    ShardIdentifier id() {
        return id;
    }

    ShardIndex index() {
        return index;
    }

    void start() {
        thread.start();
    }

    /// Hands over work and waits for its answer, first for room in the queue and no longer than `wait` for that.
    <T> T perform(Work<T> work, Duration wait) {
        checkUsable();
        try {
            long deadline = System.nanoTime() + wait.toNanos();
            if (!room.tryAcquire(permits(work), wait.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new ShardBusyException(id);
            }
            enqueue(work, deadline);
            refuseIfTooLate(work);
            return Answers.await(work);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException(work.commandId(), "the waiting thread was interrupted");
        }
    }

    /// Whatever goes wrong, room that was taken for work that is not in the queue is given back.
    private void enqueue(Work<?> work, long deadline) throws InterruptedException {
        boolean queued = false;
        try {
            queued = queue.offer(work, Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        } finally {
            if (!queued) {
                room.release(permits(work));
            }
        }
        if (!queued) {
            throw new ShardBusyException(id);
        }
    }

    /// Hands over work if there is room.
    void submit(Work<?> work) {
        checkUsable();
        if (!room.tryAcquire(permits(work))) {
            throw new ShardBusyException(id);
        }
        if (!queue.offer(work)) {
            room.release(permits(work));
            throw new ShardBusyException(id);
        }
        refuseIfTooLate(work);
    }

    /// Takes no more work, finishes what was accepted and closes the log.
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            // Wakes the thread. Where the queue is full it is awake.
            var _ = queue.offer(Work.of(desk -> id));
            Answers.awaitUninterruptibly(thread);
            refuseRest();
            log.close();
        }
    }

    private void run() {
        var group = new ArrayList<Work<?>>();
        while (!(closed && queue.isEmpty())) {
            group.clear();
            try {
                group.add(queue.take());
            } catch (InterruptedException e) {
                continue; // nobody but this class knows the thread
            }
            queue.drainTo(group, MAX_GROUP - 1);
            process(group);
            group.forEach(work -> room.release(permits(work)));
        }
    }

    private void process(List<Work<?>> group) {
        if (!failure.isEmpty()) {
            group.forEach(work -> work.answer().completeExceptionally(new ShardStoppedException(id, failure)));
            return;
        }
        var desk = new GroupDesk();
        try {
            group.forEach(work -> work.decide(desk));
            desk.rethrowFailure();
            log.commit();
            desk.publish();
        } catch (IOException | RuntimeException e) {
            failure = e.toString();
            group.forEach(work -> work.outcomeUnknown("shard " + id + " stopped: " + failure));
            return;
        }
        group.forEach(Work::giveAnswer);
    }

    private void checkUsable() {
        if (closed) {
            throw new StoreClosedException();
        }
        if (!failure.isEmpty()) {
            throw new ShardStoppedException(id, failure);
        }
    }

    /// For work that was queued while the shard closed: if the thread did not get to it, nobody will.
    private void refuseIfTooLate(Work<?> work) {
        if (closed && !thread.isAlive() && queue.remove(work)) {
            work.answer().completeExceptionally(new StoreClosedException());
        }
    }

    private void refuseRest() {
        for (var work = queue.poll(); work != null; work = queue.poll()) {
            work.answer().completeExceptionally(new StoreClosedException());
        }
    }

    private int permits(Work<?> work) {
        return Math.min(maxPermits, work.bytes() / BYTES_PER_PERMIT + 1);
    }

    /// One group's decisions, to be shown together when they are durable.
    private final class GroupDesk implements Desk {
        private final List<Runnable> toPublish = new ArrayList<>();
        private @Nullable IOException failed;

        @Override
        public ShardState state() {
            return state;
        }

        @Override
        public long nowMs() {
            return Math.max(clock.millis(), log.lastTimeMs());
        }

        @Override
        public void stage(Decision decision) {
            long timeMs = nowMs();
            try {
                var location = log.stage(Decisions.kind(decision), timeMs, Decisions.write(decision));
                state.apply(decision, timeMs);
                toPublish.add(() -> index.publish(decision, location, timeMs));
            } catch (IOException e) {
                failed = e;
            } catch (RuntimeException e) {
                // Log and state may disagree now; neither can be trusted until the store is opened again.
                failed = new IOException("a decision could not be applied: " + e, e);
            }
        }

        void rethrowFailure() throws IOException {
            if (failed != null) {
                throw failed;
            }
        }

        void publish() {
            toPublish.forEach(Runnable::run);
            if (!toPublish.isEmpty()) {
                onCommit.run();
            }
        }
    }
}
