package dev.bailiwick.server;

import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/// A call that others than its handler may end. To the handler that looks as if the client had gone.
///
/// A call is not made to be closed from aside, so everything that goes out passes one lock here, and everything that comes in another.
final class EndableCall<Q, A> extends SimpleForwardingServerCall<Q, A> {
    private final Runnable onceOver;
    private final ReentrantLock outbound = new ReentrantLock();
    private final Inbound inbound = new Inbound();
    private volatile boolean dismissed;
    private boolean closed; // under outbound

    /// @param onceOver when nothing more comes in, whatever the reason; possibly more than once
    EndableCall(ServerCall<Q, A> call, Runnable onceOver) {
        super(call);
        this.onceOver = onceOver;
    }

    ServerCall.Listener<Q> start(Metadata headers, ServerCallHandler<Q, A> next) {
        inbound.next = next.startCall(this, headers);
        return inbound;
    }

    /// Closes it, unless it is closed, and lets its handler know. Does not wait for anything but a handler that is at work.
    void end(StatusRuntimeException why) {
        var trailers = why.getTrailers();
        outbound.lock();
        try {
            if (closed) {
                return;
            }
            dismissed = true;
            closed = true;
            delegate().close(why.getStatus(), Objects.requireNonNullElseGet(trailers, Metadata::new));
        } finally {
            outbound.unlock();
        }
        inbound.onCancel();
    }

    @Override
    public void sendHeaders(Metadata headers) {
        outbound.lock();
        try {
            if (!dismissed) {
                super.sendHeaders(headers);
            }
        } finally {
            outbound.unlock();
        }
    }

    @Override
    public void sendMessage(A message) {
        outbound.lock();
        try {
            if (!dismissed) {
                super.sendMessage(message);
            }
        } finally {
            outbound.unlock();
        }
    }

    @Override
    public void close(Status status, Metadata trailers) {
        outbound.lock();
        try {
            if (!dismissed) {
                closed = true;
                super.close(status, trailers);
            }
        } finally {
            outbound.unlock();
        }
    }

    @Override
    public boolean isReady() {
        return !dismissed && super.isReady();
    }

    @Override
    public boolean isCancelled() {
        return dismissed || super.isCancelled();
    }

    /// Hands on what comes in, one thing at a time, until the call is over.
    private final class Inbound extends ServerCall.Listener<Q> {
        private final ReentrantLock lock = new ReentrantLock();
        private ServerCall.Listener<Q> next = new ServerCall.Listener<>() {};
        private boolean over; // under lock

        @Override
        public void onMessage(Q message) {
            unlessOver(() -> next.onMessage(message), false);
        }

        @Override
        public void onHalfClose() {
            unlessOver(() -> next.onHalfClose(), false);
        }

        @Override
        public void onReady() {
            unlessOver(() -> next.onReady(), false);
        }

        @Override
        public void onCancel() {
            onceOver.run();
            unlessOver(() -> next.onCancel(), true);
        }

        @Override
        public void onComplete() {
            onceOver.run();
            unlessOver(() -> next.onComplete(), true);
        }

        private void unlessOver(Runnable step, boolean last) {
            lock.lock();
            try {
                if (!over) {
                    over = last;
                    step.run();
                }
            } finally {
                lock.unlock();
            }
        }
    }
}
