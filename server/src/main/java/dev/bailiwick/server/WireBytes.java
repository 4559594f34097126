package dev.bailiwick.server;

import io.grpc.Metadata;
import io.grpc.ServerStreamTracer;

/// Tells an observer how many bytes of messages came in and went out. Has no state of its own, so all calls share it.
final class WireBytes extends ServerStreamTracer.Factory {
    private final ServerStreamTracer tracer;

    WireBytes(CallObserver observer) {
        this.tracer = new ServerStreamTracer() {
            @Override
            public void inboundWireSize(long bytes) {
                observer.received(bytes);
            }

            @Override
            public void outboundWireSize(long bytes) {
                observer.sent(bytes);
            }
        };
    }

    @Override
    public ServerStreamTracer newServerStreamTracer(String fullMethodName, Metadata headers) {
        return tracer;
    }
}
