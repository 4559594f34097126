package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.store.UnauthenticatedException;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

/// A call that lasts, and ends with status UNAUTHENTICATED when its caller's standing does. To whoever handles it that looks as if the
/// client had gone.
///
/// A call is not made to be closed from aside, so everything that goes out passes one lock here, and everything that comes in another.
final class WatchedCall<Q, A> extends SimpleForwardingServerCall<Q, A> implements StandingWatch.Watched {
    private final Standing standing;
    private final StandingWatch watch;
    private final ReentrantLock outbound = new ReentrantLock();
    private final Inbound inbound = new Inbound();
    private volatile boolean dismissed;
    private boolean closed; // under outbound

    private WatchedCall(ServerCall<Q, A> call, Standing standing, StandingWatch watch) {
        super(call);
        this.standing = standing;
        this.watch = watch;
    }

    /// Calls with one request and one answer are short, and are left alone.
    static <Q, A> ServerCallHandler<Q, A> watching(ServerCallHandler<Q, A> next, Standing standing,
            StandingWatch watch) {
        return (call, headers) -> call.getMethodDescriptor().getType() == MethodType.UNARY
                ? next.startCall(call, headers)
                : new WatchedCall<>(call, standing, watch).start(headers, next);
    }

    private ServerCall.Listener<Q> start(Metadata headers, ServerCallHandler<Q, A> next) {
        inbound.next = next.startCall(this, headers);
        watch.add(this);
        return inbound;
    }

    @Override
    public void endUnlessInGoodStanding() {
        if (dismissed || standing.holds()) {
            return;
        }
        var why = Errors.toStatus(new UnauthenticatedException());
        outbound.lock();
        try {
            if (closed) {
                return;
            }
            dismissed = true;
            closed = true;
            delegate().close(why.getStatus(), Objects.requireNonNull(why.getTrailers()));
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
            watch.remove(WatchedCall.this);
            unlessOver(() -> next.onCancel(), true);
        }

        @Override
        public void onComplete() {
            watch.remove(WatchedCall.this);
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
