package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ShardStoppedException;
import dev.bailiwick.store.StoreClosedException;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/// One thread, the only writer of its partitions. It takes everything that waits, decides it in order, writes and flushes once, shows
/// it to the readers, and then answers. What needs something that is not in memory stands aside until that is loaded; the rest
/// goes on.
///
/// When the disk fails, the shard stops: whoever was in the failed group does not know the outcome, everybody after is refused,
/// and what was acknowledged stays readable.
final class Shard implements AutoCloseable {
    private static final int MAX_GROUP = 4_096;

    private final ShardIdentifier id;
    private final ShardParts parts;
    private final ShardLog log;
    private final EngineFeed feed;
    private final InstantSource clock;
    private final Inbox inbox;
    private final Lookup lookup;
    private final Thread thread;
    private final Lines lines = new Lines();
    private final Publication publication = new Publication();
    private final ArrayDeque<Work<?>> ready = new ArrayDeque<>();
    private final List<Work<?>> decided = new ArrayList<>();
    private final Answering answering = new Answering(Thread::startVirtualThread);
    private final GroupDesk desk = new GroupDesk();
    private @Nullable IOException failed;
    private volatile boolean closed;
    private volatile String failure = "";

    /// @param inbox where those who work for the shard leave their messages already
    Shard(ShardIdentifier id, ShardParts parts, ShardLog log, Inbox inbox, InstantSource clock, EngineFeed feed) {
        this.id = id;
        this.parts = parts;
        this.log = log;
        this.inbox = inbox;
        this.clock = clock;
        this.feed = feed;
        this.lookup = new Lookup(parts.state(), parts.memory(), parts.loader(), parts.meter());
        this.thread = Thread.ofPlatform().name("bailiwick-shard-" + id).unstarted(this::run);
    }

    /// What a decision may use while the shard's thread makes it.
    interface Desk {
        ShardState state();

        /// The clock's time, or that of the last frame where the clock stepped back.
        long nowMs();

        /// The place in the log of the last decision, durable or not.
        long lastSequence();

        /// Makes it so: part of the state now, and of the log with the next flush.
        ///
        /// @throws DiskFullException if there is no room; nothing happened then
        void stage(Append append);

        void stage(Decision.Trimmed trimmed, @Nullable Head before);

        void stage(Decision.Deleted deleted, @Nullable Head before);

        void stage(Decision.Erased erased);

        void stage(Decision.Adopted adopted);

        void stage(ImportedEvents imported);
    }

    /// What somebody needs the shard's thread for.
    interface Errand<T> {
        T run(ShardLog log, ShardMemory memory) throws IOException;
    }

    /// Runs something on the shard's thread, between two groups of work.
    <T> T send(Errand<T> errand) throws IOException {
        checkUsable();
        var answer = new CompletableFuture<T>();
        inbox.tell(() -> {
            try {
                answer.complete(errand.run(log, parts.memory()));
            } catch (IOException | RuntimeException e) {
                answer.completeExceptionally(e);
                if (log.hasFailed() && failure.isEmpty()) {
                    stop(e);
                }
            }
        });
        return Answers.awaitErrand(answer, thread);
    }

    ShardIdentifier id() {
        return id;
    }

    ShardView view() {
        return parts.view();
    }

    LogReader reader() {
        return parts.reader();
    }

    ShardParts parts() {
        return parts;
    }

    Inbox inbox() {
        return inbox;
    }

    /// Whether the disk failed it, or a defect.
    boolean isStopped() {
        return !failure.isEmpty();
    }

    void start() {
        inbox.openFor(thread);
        thread.start();
    }

    /// Hands over work and waits for its answer, first for room in the queue and no longer than `wait` for that.
    <T> T perform(Work<T> work, Duration wait) {
        try {
            handOver(work, wait);
            return Answers.await(work);
        } catch (InterruptedException e) {
            throw interrupted(work);
        }
    }

    /// The same for a question. Its answer may be something to close, so an interrupt does not end the waiting for it.
    <T> T ask(Work<T> question, Duration wait) {
        boolean interrupted = Thread.interrupted();
        try {
            handOver(question, wait);
            return Answers.awaitUninterruptibly(question);
        } catch (InterruptedException e) {
            throw interrupted(question);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void handOver(Work<?> work, Duration wait) throws InterruptedException {
        checkUsable();
        if (Thread.currentThread().isVirtual()) {
            work.answerTo(Work.Recipient.VIRTUAL_THREAD);
        }
        parts.meter().comes(work);
        inbox.offer(work, wait);
        refuseIfTooLate(work);
    }

    private static OutcomeUnknownException interrupted(Work<?> work) {
        Thread.currentThread().interrupt();
        return new OutcomeUnknownException(work.commandId(), "the waiting thread was interrupted");
    }

    /// Hands over work if there is room. Its answer is not given by the shard's thread.
    void submit(Work<?> work) {
        checkUsable();
        work.answerTo(Work.Recipient.ANYTHING);
        parts.meter().comes(work);
        inbox.offer(work);
        refuseIfTooLate(work);
    }

    /// Takes no more work, finishes what was accepted and closes the log.
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            inbox.tell(() -> {});
            Answers.awaitUninterruptibly(thread);
            for (var work = inbox.poll(); work != null; work = inbox.poll()) {
                finish(work, new StoreClosedException());
            }
            parts.memory().close();
            log.close();
        }
    }

    /// Messages are run before it is asked whether it is over: that of who closes says nothing, it only wakes.
    private void run() {
        for (inbox.runMessages(); !(closed && !inbox.hasWork() && lines.isEmpty()); inbox.runMessages()) {
            for (int i = 0; i < MAX_GROUP && inbox.hasWork(); i++) {
                var work = inbox.take();
                parts.meter().taken(work);
                ready.add(work);
            }
            long lookAgainNanos = answering.lookAfter();
            if (ready.isEmpty()) {
                inbox.await(lookAgainNanos);
            } else {
                process();
            }
        }
        answering.finish();
    }

    private void process() {
        if (!failure.isEmpty()) {
            refuseWaiting();
            return;
        }
        try {
            for (int approached = 0; !ready.isEmpty(); approached--) {
                if (approached == 0) {
                    approached = lookup.approach(ready);
                }
                consider(ready.getFirst());
                ready.remove();
            }
            lookup.startLoading(this::whenFound);
            desk.forgetCommands();
            if (failed != null) {
                throw failed;
            }
            commit();
            publication.publish(parts.view(), log.durableUpTo(), feed);
        } catch (IOException | RuntimeException | Error e) {
            stop(e);
            return;
        }
        lookup.startLoadingAfterCommit(this::whenFound);
        answer();
    }

    private void commit() throws IOException {
        long durable = log.durableUpTo();
        long beganNanos = System.nanoTime();
        log.commit();
        if (log.durableUpTo() > durable) {
            parts.meter().flushed(decided.size(), System.nanoTime() - beganNanos);
        }
    }

    /// Gives back the room of all that was decided, and answers it.
    private void answer() {
        inbox.release(decided);
        answering.give(decided);
        decided.clear();
    }

    /// Decides the work if all that it needs is known, else starts to load that.
    private void consider(Work<?> work) {
        if (work.isDecided()) {
            return;
        }
        if (work.isLoading() || lines.isBehindOthers(work)) {
            lines.join(work);
            return;
        }
        var loaded = work.loaded();
        if (loaded != null && loaded.failure().isPresent()) {
            work.refuse(loaded.failure().get());
        } else {
            try {
                var known = lookup.find(work, log);
                if (known == null) {
                    work.startLoading();
                    lines.join(work);
                    return;
                }
                work.decide(desk, known);
            } catch (BailiwickException e) {
                // Nothing was decided; other work may not need what cannot be read.
                work.refuse(e);
            }
        }
        parts.meter().decided(work);
        decided.add(work);
        ready.addAll(lines.leave(work));
    }

    private void whenFound(Loader.Found found) {
        inbox.tell(() -> {
            if (failure.isEmpty()) {
                found.work().loaded(found.loaded());
                ready.add(found.work());
            }
        });
    }

    /// The disk failed, or a defect showed. Log and state may disagree now; neither is trusted until the store is opened again.
    private void stop(Throwable reason) {
        failure = reason.toString();
        // The first that is left may have been decided in part.
        var unfinished = ready.poll();
        if (unfinished != null && !decided.contains(unfinished)) {
            decided.add(unfinished);
        }
        decided.forEach(work -> work.outcomeUnknown("shard " + id + " stopped: " + failure));
        answer();
        refuseWaiting();
    }

    private void refuseWaiting() {
        ready.addAll(lines.leaveAll());
        for (var work : ready) {
            if (!work.isDecided()) {
                work.refuse(new ShardStoppedException(id, failure));
                decided.add(work);
            }
        }
        ready.clear();
        answer();
    }

    /// Refuses work that the shard's thread does not know.
    private void finish(Work<?> work, RuntimeException refusal) {
        inbox.release(work);
        work.refuse(refusal);
        Thread.startVirtualThread(work::giveAnswer);
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
        if (closed && !thread.isAlive() && inbox.remove(work)) {
            finish(work, new StoreClosedException());
        }
    }

    /// Where the decisions of one group are made.
    private final class GroupDesk implements Desk {
        @Override
        public ShardState state() {
            return parts.state();
        }

        @Override
        public long nowMs() {
            return Math.max(clock.millis(), log.lastTimeMs());
        }

        @Override
        public long lastSequence() {
            return log.lastSequence();
        }

        @Override
        public void stage(Append append) {
            stage(append, (location, timeMs) -> {
                state().apply(append, location, log.lastSequence(), timeMs);
                publication.add(append.places());
                parts.meter().appended(append);
            });
        }

        @Override
        public void stage(Decision.Trimmed trimmed, @Nullable Head before) {
            stage(Decisions.body(trimmed), (location, timeMs) -> {
                state().apply(trimmed, before, location, log.lastSequence(), timeMs);
                publication.add(trimmed.place());
                parts.meter().add(ShardCount.TRIMS, 1);
            });
        }

        @Override
        public void stage(Decision.Deleted deleted, @Nullable Head before) {
            stage(Decisions.body(deleted), (location, timeMs) -> {
                state().apply(deleted, before, location, log.lastSequence(), timeMs);
                publication.add(deleted.place());
                parts.meter().add(ShardCount.DELETES, 1);
            });
        }

        @Override
        public void stage(Decision.Erased erased) {
            stage(Decisions.body(erased), (location, timeMs) -> {
                state().apply(erased, location);
                publication.add(erased.place());
            });
        }

        @Override
        public void stage(Decision.Adopted adopted) {
            stage(Decisions.body(adopted), (location, timeMs) -> {
                state().apply(adopted, location, log.lastSequence());
                publication.add(adopted.place());
            });
        }

        @Override
        public void stage(ImportedEvents imported) {
            stage(imported, (location, timeMs) -> {
                state().apply(imported, location, log.lastSequence());
                publication.add(imported.place());
                parts.meter().imported(imported);
            });
        }

        /// Commands that take too much space go before their time, which must be known after a restart.
        void forgetCommands() {
            var commands = state().commands();
            try {
                while (failed == null && commands.expire(nowMs())) {
                    var oldest = commands.oldest();
                    stage(Decisions.body(oldest), (location, timeMs) -> commands.forget(oldest));
                }
            } catch (DiskFullException e) {
                // They go when there is room to say so.
            }
        }

        private interface Applying {
            void apply(FrameLocation location, long timeMs);
        }

        private void stage(Decisions.Body body, Applying applying) {
            if (failed != null) {
                throw new IllegalStateException("nothing can be staged after a failure");
            }
            try {
                if (parts.memory().isFull()) {
                    log.seal();
                }
                var location = log.stage(nowMs(), body);
                applying.apply(location, log.lastTimeMs());
                parts.meter().add(ShardCount.BYTES, location.bytes());
            } catch (NoRoomException e) {
                throw new DiskFullException(id, String.valueOf(e.getMessage()));
            } catch (IOException e) {
                failed = e;
                throw new IllegalStateException("the disk failed", e);
            } catch (RuntimeException e) {
                failed = new IOException("a decision could not be applied: " + e, e);
                throw e;
            }
        }
    }
}
