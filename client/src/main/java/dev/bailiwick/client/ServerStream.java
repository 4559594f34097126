package dev.bailiwick.client;

import dev.bailiwick.store.BailiwickException;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// A call to which the server answers with many messages, taken one by one by a thread that waits for them. At most one waits to be taken
/// while the taker is busy. One thread takes; any may cancel.
final class ServerStream<Q, A> extends ClientCall.Listener<A> {
    private final ClientCall<Q, A> call;
    private final Refusals refusals;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Queue<A> messages = new ArrayDeque<>();
    private boolean ended;
    private @Nullable BailiwickException failure;

    private ServerStream(ClientCall<Q, A> call, Refusals refusals) {
        this.call = call;
        this.refusals = refusals;
    }

    static <Q, A> ServerStream<Q, A> open(Channel channel, MethodDescriptor<Q, A> method, Q request,
            Refusals refusals) {
        var stream = new ServerStream<>(channel.newCall(method, CallOptions.DEFAULT), refusals);
        stream.call.start(stream, new Metadata());
        stream.call.request(1);
        stream.call.sendMessage(request);
        stream.call.halfClose();
        return stream;
    }

    /// Waits for the next message; empty at the end.
    ///
    /// @throws BailiwickException if the call failed
    Optional<A> next() throws InterruptedException {
        try {
            return next(Long.MAX_VALUE);
        } catch (TimeoutException e) {
            throw new IllegalStateException("centuries have passed", e);
        }
    }

    /// The same, for so long at the most.
    Optional<A> next(long withinNs) throws InterruptedException, TimeoutException {
        lock.lock();
        try {
            long left = withinNs;
            while (messages.isEmpty() && !ended) {
                if (left <= 0) {
                    throw new TimeoutException("no message within " + TimeUnit.NANOSECONDS.toMillis(withinNs) + " ms");
                }
                left = changed.awaitNanos(left);
            }
            var message = messages.poll();
            if (message != null) {
                call.request(1);
                return Optional.of(message);
            }
            if (failure != null) {
                throw failure;
            }
            return Optional.empty();
        } finally {
            lock.unlock();
        }
    }

    /// Ends the call; who waits gets 11001.
    void cancel() {
        call.cancel("no longer wanted", null);
    }

    @Override
    public void onMessage(A message) {
        lock.lock();
        try {
            messages.add(message);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
        lock.lock();
        try {
            ended = true;
            if (!status.isOk()) {
                failure = refusals.of(status, trailers).error();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
