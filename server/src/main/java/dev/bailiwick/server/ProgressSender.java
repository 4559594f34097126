package dev.bailiwick.server;

import io.grpc.Status;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Sends progress as far as the client takes it, and the last one in any case. A client that is gone ends what progresses.
/// Thread-safe.
///
/// @param <P> how far it is
/// @param <A> the message that says so
final class ProgressSender<P, A> implements Consumer<P> {
    private final PacedCall<A> call;
    private final Function<P, A> message;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable P unsent;

    ProgressSender(PacedCall<A> call, Function<P, A> message) {
        this.call = call;
        this.message = message;
    }

    @Override
    public void accept(P progress) {
        if (call.isCancelled()) {
            throw Status.CANCELLED.withDescription("the client has gone").asRuntimeException();
        }
        lock.lock();
        try {
            unsent = progress;
            if (call.isReady()) {
                send();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    void finish() throws InterruptedException {
        lock.lock();
        try {
            send();
        } finally {
            lock.unlock();
        }
    }

    private void send() throws InterruptedException {
        if (unsent != null) {
            call.send(message.apply(unsent));
            unsent = null;
        }
    }
}
