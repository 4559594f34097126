package dev.bailiwick.server;

import dev.bailiwick.protocol.Appends;
import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.Protocol;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.AppendStreamResponse;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.LimitExceededException;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Many appends over one call.
///
/// Requests arrive on the connection's thread, which hands them to the store and never waits. Answers come on threads of the store and
/// go into a queue. Whoever puts one in while nobody sends starts a virtual thread that sends until the queue is empty; what
/// comes before it runs, as the answers of one flush do, goes into one message. So many answers share a message without
/// anybody waiting for more of them.
///
/// A request counts as in flight until its answer has been given to the connection. While too many are, no message is
/// requested, and the client's own flow control stops it. A client that does not take its answers stops itself the same way.
final class AppendStreamCall implements StreamObserver<AppendStreamRequest>, OpenCalls.OpenCall {
    private static final int MAX_ANSWERS = 256;

    private final ServerCallStreamObserver<AppendStreamResponse> call;
    private final ServerLimits limits;
    private final CallObserver observer;
    private final Failures failures;
    private final OpenCalls open;
    private final Connection connection;
    private final EventStore store;

    private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final AtomicInteger turns = new AtomicInteger();
    private final AtomicInteger requestsInFlight = new AtomicInteger();
    private final AtomicLong bytesInFlight = new AtomicLong();
    private final AtomicBoolean paused = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();
    private volatile boolean ending;
    private volatile boolean halfClosed;
    private volatile @Nullable StatusRuntimeException broken;
    private boolean closed; // owned by the sender

    AppendStreamCall(ServerCallStreamObserver<AppendStreamResponse> call, ServerLimits limits, CallObserver observer,
            Failures failures, OpenCalls open) {
        this.call = call;
        this.limits = limits;
        this.observer = observer;
        this.failures = failures;
        this.open = open;
        this.connection = Gate.CONNECTION.get();
        this.store = Gate.STORE.get();
    }

    private record Answer(AppendStreamResponse.Entry entry, long bytes) {}

    void start() {
        call.disableAutoRequest();
        call.setOnReadyHandler(this::send);
        call.setOnCancelHandler(this::release);
        try {
            connection.openStream();
        } catch (LimitExceededException e) {
            released.set(true);
            closed = true;
            call.onError(Errors.toStatus(Status.Code.RESOURCE_EXHAUSTED, e));
            return;
        }
        open.add(this);
        call.onNext(AppendStreamResponse.getDefaultInstance());
        call.request(1);
    }

    @Override
    public void onNext(AppendStreamRequest message) {
        int count = message.getEntriesCount();
        if (count > Protocol.MAX_MESSAGE_REQUESTS) {
            broken = Errors.toStatus(
                    new LimitExceededException("requests in a message", count, Protocol.MAX_MESSAGE_REQUESTS));
            send();
            return;
        }
        requestsInFlight.addAndGet(count);
        for (var entry : message.getEntriesList()) {
            append(entry);
        }
        paused.set(true);
        requestMore();
    }

    private void append(AppendStreamRequest.Entry entry) {
        long startNs = System.nanoTime();
        long correlation = entry.getCorrelation();
        long bytes = entry.getRequest().getSerializedSize();
        bytesInFlight.addAndGet(bytes);
        try {
            if (ending) {
                throw failures.shuttingDown();
            }
            var request = Appends.decode(entry.getRequest());
            var _ = store.appendAsync(request)
                    .whenComplete((result, failure) -> answer(correlation, bytes, startNs, request,
                            result, failure));
        } catch (RuntimeException e) {
            refuse(correlation, bytes, startNs, e);
        }
    }

    private void answer(long correlation, long bytes, long startNs, AppendRequest request,
            @Nullable AppendResult result, @Nullable Throwable failure) {
        if (result == null || failure != null) {
            refuse(correlation, bytes, startNs,
                    failure == null ? new IllegalStateException("the store gave no result") : failure);
            return;
        }
        observer.appended(0, System.nanoTime() - startNs);
        put(AppendStreamResponse.Entry.newBuilder().setCorrelation(correlation)
                .setResult(Appends.encode(request, result)).build(), bytes);
    }

    private void refuse(long correlation, long bytes, long startNs, Throwable failure) {
        var error = failures.message(failure);
        observer.appended(error.getNumber(), System.nanoTime() - startNs);
        put(AppendStreamResponse.Entry.newBuilder().setCorrelation(correlation).setError(error).build(), bytes);
    }

    private void put(AppendStreamResponse.Entry entry, long bytes) {
        answers.add(new Answer(entry, bytes));
        send();
    }

    /// Has all that there is sent, unless somebody is at it, who then does it once more.
    private void send() {
        if (turns.getAndIncrement() == 0) {
            Thread.startVirtualThread(this::sendInTurns);
        }
    }

    private void sendInTurns() {
        int seen = turns.get();
        while (seen != 0) {
            try {
                sendWaiting();
                closeIfDone();
            } catch (RuntimeException e) { // the call is not what it was; whoever sends must not stop for it
                closed = true;
                release();
            }
            seen = turns.addAndGet(-seen);
        }
    }

    private void sendWaiting() {
        while (!closed && call.isReady() && !answers.isEmpty()) {
            var message = AppendStreamResponse.newBuilder();
            long bytes = 0;
            for (var answer = answers.poll(); answer != null; answer = answers.poll()) {
                message.addEntries(answer.entry());
                bytes += answer.bytes();
                if (message.getEntriesCount() == MAX_ANSWERS) {
                    break;
                }
            }
            call.onNext(message.build());
            bytesInFlight.addAndGet(-bytes);
            requestsInFlight.addAndGet(-message.getEntriesCount());
            requestMore();
        }
    }

    private void closeIfDone() {
        if (closed || call.isCancelled()) {
            return;
        }
        var why = broken;
        if (why != null) {
            close(why);
        } else if (requestsInFlight.get() == 0 && (halfClosed || ending)) {
            close(halfClosed ? null : failures.status(failures.shuttingDown()));
        }
    }

    private void close(@Nullable StatusRuntimeException why) {
        closed = true;
        release();
        if (why == null) {
            call.onCompleted();
        } else {
            call.onError(why);
        }
    }

    private void requestMore() {
        if (paused.get() && requestsInFlight.get() < limits.maxStreamRequests()
                && bytesInFlight.get() < limits.maxStreamBytes() && paused.compareAndSet(true, false)) {
            call.request(1);
        }
    }

    @Override
    public void onError(Throwable gone) {
        release();
    }

    @Override
    public void onCompleted() {
        halfClosed = true;
        send();
    }

    @Override
    public void end() {
        ending = true;
        send();
    }

    private void release() {
        if (released.compareAndSet(false, true)) {
            open.remove(this);
            connection.closeStream();
        }
    }
}
