package dev.bailiwick.server;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Counts connections, and gives each what counts its streams and subscriptions. Thread-safe.
final class Connections extends ServerTransportFilter {
    static final Attributes.Key<Connection> CONNECTION = Attributes.Key.create("bailiwick-connection");

    private final AtomicInteger open = new AtomicInteger();
    private final ServerLimits limits;
    private final CallObserver observer;

    Connections(ServerLimits limits, CallObserver observer) {
        this.limits = limits;
        this.observer = observer;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        int number = open.incrementAndGet();
        observer.connectionOpened();
        return attributes.toBuilder().set(CONNECTION, new Connection(number, limits)).build();
    }

    /// @param attributes none for a connection that never got as far as a call
    @Override
    public void transportTerminated(@Nullable Attributes attributes) {
        if (attributes != null && attributes.get(CONNECTION) != null) {
            open.decrementAndGet();
            observer.connectionClosed();
        }
    }
}
