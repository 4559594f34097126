package dev.bailiwick.server;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A call whose messages are sent no faster than the client takes them: the sending thread, a virtual one, waits. One thread sends;
/// any may stop it.
final class PacedCall<A> {
    private final ServerCallStreamObserver<A> call;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private boolean stopped;

    /// To be made before the service's method returns.
    ///
    /// @param onCancel when the client is gone; on a thread of the network
    PacedCall(ServerCallStreamObserver<A> call, Runnable onCancel) {
        this.call = call;
        call.setOnReadyHandler(this::wake);
        call.setOnCancelHandler(() -> {
            stop();
            onCancel.run();
        });
    }

    /// Sends as soon as the client has taken what was sent before.
    ///
    /// @throws RuntimeException with status CANCELLED if the call ended meanwhile
    void send(A message) throws InterruptedException {
        lock.lock();
        try {
            while (!call.isReady() && !stopped && !call.isCancelled()) {
                changed.await();
            }
            if (stopped || call.isCancelled()) {
                throw Status.CANCELLED.withDescription("the call has ended").asRuntimeException();
            }
        } finally {
            lock.unlock();
        }
        call.onNext(message);
    }

    /// Whether a message would be taken at once.
    boolean isReady() {
        return call.isReady();
    }

    boolean isCancelled() {
        return call.isCancelled();
    }

    /// Sends nothing more, and wakes who waits to.
    void stop() {
        lock.lock();
        try {
            stopped = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// To be ended, with this or with an error, even if the client is gone: what was sent and waits for more is kept until then.
    void complete() {
        call.onCompleted();
    }

    void fail(RuntimeException status) {
        call.onError(status);
    }

    private void wake() {
        lock.lock();
        try {
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
