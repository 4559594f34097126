package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import io.grpc.ForwardingServerCall.SimpleForwardingServerCall;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import java.util.concurrent.atomic.AtomicBoolean;

/// Tells an observer about every call, exactly once when it ends.
final class Observed implements ServerInterceptor {
    private final CallObserver observer;

    Observed(CallObserver observer) {
        this.observer = observer;
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers,
            ServerCallHandler<Q, A> next) {
        var ended = new Ending(call.getMethodDescriptor().getFullMethodName(), System.nanoTime());
        observer.started(ended.method);
        var observed = new SimpleForwardingServerCall<>(call) {
            @Override
            public void close(Status status, Metadata trailers) {
                ended.with(status.getCode(), Errors.numberIn(trailers));
                super.close(status, trailers);
            }
        };
        return new SimpleForwardingServerCallListener<>(started(observed, headers, next, ended)) {
            @Override
            public void onCancel() {
                ended.with(Status.Code.CANCELLED, 0);
                super.onCancel();
            }

            // When a handler throws, gRPC itself closes the call and then reports it as complete. The handler did not close it and
            // would hold it forever, so to the handler the client has gone.
            @Override
            public void onComplete() {
                if (ended.with(Status.Code.UNKNOWN, 0)) {
                    super.onCancel();
                } else {
                    super.onComplete();
                }
            }
        };
    }

    /// A call that cannot be started has no listener that could hear of its end.
    private static <Q, A> ServerCall.Listener<Q> started(ServerCall<Q, A> call, Metadata headers,
            ServerCallHandler<Q, A> next, Ending ending) {
        try {
            return next.startCall(call, headers);
        } catch (RuntimeException | Error e) {
            ending.with(Status.Code.UNKNOWN, 0);
            throw e;
        }
    }

    private final class Ending {
        private final String method;
        private final long startNs;
        private final AtomicBoolean told = new AtomicBoolean();

        Ending(String method, long startNs) {
            this.method = method;
            this.startNs = startNs;
        }

        /// Tells whether this is the first that is heard of its end.
        boolean with(Status.Code status, int errorNumber) {
            boolean first = told.compareAndSet(false, true);
            if (first) {
                observer.finished(
                        new CallObserver.FinishedCall(method, status, errorNumber, System.nanoTime() - startNs));
            }
            return first;
        }
    }
}
