package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.store.UnauthenticatedException;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.MethodType;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;

/// A call that lasts, and ends with status UNAUTHENTICATED when its caller's standing does.
final class WatchedCall<Q, A> implements StandingWatch.Watched {
    private final EndableCall<Q, A> call;
    private final Standing standing;
    private final StandingWatch watch;

    private WatchedCall(ServerCall<Q, A> call, Standing standing, StandingWatch watch) {
        this.call = new EndableCall<>(call, this::forget);
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
        var listener = call.start(headers, next);
        watch.add(this);
        return listener;
    }

    private void forget() {
        watch.remove(this);
    }

    @Override
    public void endUnlessInGoodStanding() {
        if (!standing.holds()) {
            call.end(Errors.toStatus(new UnauthenticatedException()));
        }
    }
}
