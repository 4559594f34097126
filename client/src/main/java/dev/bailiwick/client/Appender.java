package dev.bailiwick.client;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.protocol.Appends;
import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.v1.AppendStreamResponse;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.LimitExceededException;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.ShardBusyException;
import dev.bailiwick.store.StoreClosedException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/// Appends, from their acceptance to their answer: how many there are at once, what is tried again, what is told when time is up.
///
/// Each append goes to the pipeline of its first aggregate, so that those which one thread sends to an aggregate arrive in order.
/// Thread-safe.
final class Appender {
    private static final int BYTES_PER_PERMIT = 1_024;
    private static final long SWEEP_NS = TimeUnit.MILLISECONDS.toNanos(20);

    private final ClientOptions options;
    private final Channels channels;
    private final Refusals refusals;
    private final Closing closing;
    private final Backoff backoff;
    private final Descriptions descriptions;
    private final CommandIds commandIds;
    private final List<AppendPipeline> pipelines;
    private final Semaphore requests;
    private final Semaphore kilobytes;
    private final Set<PendingAppend> pending = ConcurrentHashMap.newKeySet();
    private final Answers answers = new Answers(Thread::startVirtualThread, SWEEP_NS / 2);

    Appender(ClientOptions options, Channels channels, Refusals refusals, Closing closing, Backoff backoff,
            Descriptions descriptions, Timer timer) {
        this.options = options;
        this.channels = channels;
        this.refusals = refusals;
        this.closing = closing;
        this.backoff = backoff;
        this.descriptions = descriptions;
        this.commandIds = new CommandIds(options.clock());
        this.requests = new Semaphore(options.maxInFlightAppends());
        this.kilobytes = new Semaphore(options.maxInFlightBytes() / BYTES_PER_PERMIT);
        this.pipelines = channels.all().stream()
                .map(channel -> new AppendPipeline(channel, this, refusals, backoff, timer)).toList();
        timer.every(SWEEP_NS, this::sweep);
    }

    /// Waits for room and for the answer.
    AppendResult append(AppendRequest request) {
        closing.checkOpen();
        var append = prepare(request, true);
        try {
            if (!acquire(append)) {
                throw new ShardBusyException(shardOf(request));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException(Optional.of(append.commandId), "the waiting thread was interrupted");
        }
        accept(append);
        try {
            return append.answer.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OutcomeUnknownException(Optional.of(append.commandId), "the waiting thread was interrupted");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof BailiwickException refusal) {
                throw refusal;
            }
            throw new IllegalStateException("an append failed", e.getCause());
        }
    }

    /// Does not wait. Whatever the caller attaches never runs on a thread of the network, see [Answers].
    CompletableFuture<AppendResult> appendAsync(AppendRequest request) {
        try {
            closing.checkOpen();
            var append = prepare(request, false);
            if (!tryAcquire(append)) {
                throw new ShardBusyException(shardOf(request));
            }
            accept(append);
            return append.answer;
        } catch (BailiwickException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /// Waits until everything that was accepted has its answer, and ends the streams.
    void close() {
        pending.forEach(append -> append.answer.handle((result, refusal) -> true).join());
        pipelines.forEach(AppendPipeline::close);
        answers.finish();
    }

    private PendingAppend prepare(AppendRequest request, boolean awaited) {
        var commandId = request.commandId().orElseGet(commandIds::next);
        var message = Appends.encode(request, commandId);
        long largest = descriptions.latest().maxMessageBytes() - 64;
        if (message.getSerializedSize() > largest) {
            throw new LimitExceededException("bytes of a message to this server", message.getSerializedSize(),
                    largest);
        }
        return new PendingAppend(request, message, commandId, System.nanoTime() + options.deadline().toNanos(),
                message.getSerializedSize() / BYTES_PER_PERMIT + 1, awaited);
    }

    private ShardIdentifier shardOf(AppendRequest request) {
        var known = descriptions.latest();
        return known.map().shardOf(known.routingRule(), request.writes().getFirst().key());
    }

    private boolean acquire(PendingAppend append) throws InterruptedException {
        Duration wait = options.deadline();
        if (!requests.tryAcquire(wait.toNanos(), TimeUnit.NANOSECONDS)) {
            return false;
        }
        boolean acquired = false;
        try {
            acquired = kilobytes.tryAcquire(append.kilobytes, Math.max(0, append.deadlineNs - System.nanoTime()),
                    TimeUnit.NANOSECONDS);
        } finally {
            if (!acquired) {
                requests.release();
            }
        }
        return acquired;
    }

    private boolean tryAcquire(PendingAppend append) {
        if (!requests.tryAcquire()) {
            return false;
        }
        if (!kilobytes.tryAcquire(append.kilobytes)) {
            requests.release();
            return false;
        }
        return true;
    }

    private void accept(PendingAppend append) {
        pending.add(append);
        if (closing.isClosed()) { // who closes may have missed it
            refused(append, new StoreClosedException());
            return;
        }
        pipelineOf(append.request.writes().getFirst().key()).put(append);
    }

    private AppendPipeline pipelineOf(AggregateKey key) {
        return pipelines.get(Math.floorMod(key.hashCode(), pipelines.size()));
    }

    /// @param ready gets the append if somebody else must give its answer
    void answered(AppendPipeline pipeline, PendingAppend append, AppendStreamResponse.Entry entry,
            List<PendingAppend> ready) {
        switch (entry.getAnswerCase()) {
            case RESULT -> {
                var result = Appends.decode(append.request, entry.getResult());
                finish(append, append.hasOwnId() && result.duplicate()
                        ? new AppendResult(result.versions(), result.sequences(), false)
                        : result, ready);
            }
            case ERROR -> refusedByServer(pipeline, append, Errors.decode(entry.getError()));
            case ANSWER_NOT_SET -> refused(append, new ServerFaultException("it gave an answer without content"));
        }
    }

    private void refusedByServer(AppendPipeline pipeline, PendingAppend append, BailiwickException error) {
        if (error.code().equals(ErrorCode.STALE_PARTITION_MAP)) {
            descriptions.missed();
        }
        if (error.code().equals(ErrorCode.OUTCOME_UNKNOWN)) {
            append.perhapsExecuted = true;
        }
        append.lastRefusal = error;
        long delayNs = backoff.delayNs(append.refusals.getAndIncrement());
        if (!Refusals.passes(error)) {
            fail(append, error); // had an earlier attempt been executed, the store would have said so
        } else if (System.nanoTime() + delayNs < append.deadlineNs) {
            pipeline.putAfter(append, delayNs);
        } else {
            refused(append, error);
        }
    }

    /// Fails an append for a reason that does not tell whether an earlier attempt was executed.
    void refused(PendingAppend append, BailiwickException error) {
        fail(append, append.perhapsExecuted
                ? new OutcomeUnknownException(Optional.of(append.commandId), String.valueOf(error.getMessage()))
                : error);
    }

    private void fail(PendingAppend append, BailiwickException error) {
        if (append.finish(error)) {
            release(append);
            if (append.awaited) {
                append.giveAnswer();
            } else {
                answers.give(List.of(append));
            }
        }
    }

    private void finish(PendingAppend append, AppendResult result, List<PendingAppend> ready) {
        if (append.finish(result)) {
            release(append);
            if (append.awaited) {
                append.giveAnswer();
            } else {
                ready.add(append);
            }
        }
    }

    void give(List<PendingAppend> ready) {
        answers.give(ready);
    }

    /// Before the answer is given: who gets it may send the next one at once.
    private void release(PendingAppend append) {
        pending.remove(append);
        kilobytes.release(append.kilobytes);
        requests.release();
    }

    /// Time is up for some.
    private void sweep() {
        answers.lookAfter();
        long now = System.nanoTime();
        for (var append : pending) {
            if (now - append.deadlineNs >= 0) {
                append.perhapsExecuted |= append.inFlight;
                var last = append.lastRefusal;
                refused(append, last != null && !append.perhapsExecuted
                        ? last
                        : refusals.unavailable("no answer within " + options.deadline().toMillis() + " ms"));
            }
        }
    }

    void hurry() {
        channels.hurry();
    }
}
