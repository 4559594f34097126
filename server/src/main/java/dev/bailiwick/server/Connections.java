package dev.bailiwick.server;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Counts connections that speak the protocol, and gives each what counts its streams and subscriptions. One too many is told so when it
/// calls, and closed. Thread-safe.
final class Connections extends ServerTransportFilter {
    static final Attributes.Key<Connection> CONNECTION = Attributes.Key.create("bailiwick-connection");

    private final AtomicInteger open = new AtomicInteger();
    private final Strangers strangers;
    private final ServerLimits limits;
    private final CallObserver observer;

    Connections(Strangers strangers, ServerLimits limits, CallObserver observer) {
        this.strangers = strangers;
        this.limits = limits;
        this.observer = observer;
    }

    @Override
    public Attributes transportReady(Attributes attributes) {
        var connection = new Connection(open.incrementAndGet(), limits);
        if (connection.isAllowed()) {
            strangers.admit(attributes);
        } else {
            open.decrementAndGet();
            strangers.turnAway(attributes, limits.handshakeTimeout());
        }
        observer.connectionOpened();
        return attributes.toBuilder().set(CONNECTION, connection).build();
    }

    /// @param attributes none for a connection that never got as far as a call
    @Override
    public void transportTerminated(@Nullable Attributes attributes) {
        var connection = attributes == null ? null : attributes.get(CONNECTION);
        if (connection != null) {
            if (connection.isAllowed()) {
                open.decrementAndGet();
            }
            observer.connectionClosed();
        }
    }

    /// Those that were not one too many.
    int count() {
        return open.get();
    }
}
