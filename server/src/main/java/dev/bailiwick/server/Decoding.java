package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.store.InvalidRequestException;
import io.grpc.BindableService;
import io.grpc.ForwardingServerCallListener.SimpleForwardingServerCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor.Marshaller;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerInterceptors;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.InputStream;

/// Ends a call whose message cannot be decoded with an error that says so, and has its handler know.
///
/// Left to itself, gRPC decodes before anybody could look. It takes bytes that are no message for a defect of the server: one more stack
/// trace in the log, UNKNOWN for the client, and nothing at all for a handler whose client has not finished speaking. So here messages
/// come as bytes, and are decoded behind this interceptor.
final class Decoding implements ServerInterceptor {
    private Decoding() {
    }

    static ServerServiceDefinition of(BindableService service) {
        return ServerInterceptors.intercept(
                ServerInterceptors.useMarshalledMessages(service.bindService(), new Untouched()), new Decoding());
    }

    @Override
    public <Q, A> ServerCall.Listener<Q> interceptCall(ServerCall<Q, A> call, Metadata headers,
            ServerCallHandler<Q, A> next) {
        var endable = new EndableCall<>(call, () -> {});
        return endable.start(headers, (guarded, same) -> new SimpleForwardingServerCallListener<>(
                next.startCall(guarded, same)) {
            @Override
            public void onMessage(Q message) {
                try {
                    super.onMessage(message);
                } catch (StatusRuntimeException e) { // what decoding throws, and no handler does
                    endable.end(refusal(e));
                }
            }
        });
    }

    private static StatusRuntimeException refusal(StatusRuntimeException failure) {
        return failure.getStatus().getCode() == Status.Code.RESOURCE_EXHAUSTED
                ? failure // too large, when it was unpacked
                : Errors.toStatus(new InvalidRequestException("message", "its bytes are not a request of this call"));
    }

    /// The bytes of a message. They can be read while it is being handed over, and no longer.
    private static final class Untouched implements Marshaller<InputStream> {
        @Override
        public InputStream stream(InputStream message) {
            return message;
        }

        @Override
        public InputStream parse(InputStream bytes) {
            return bytes;
        }
    }
}
