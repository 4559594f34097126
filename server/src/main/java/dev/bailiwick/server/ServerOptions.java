package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/// How a store is served.
///
/// @param store what is served; the server closes it when it is closed itself
/// @param address where to listen; port 0 for any that is free
/// @param access who may do what
/// @param tls empty for connections in the clear
/// @param observer told about calls
/// @param shutdownGrace how long calls may go on when the server is closed
public record ServerOptions(EventStore store, InetSocketAddress address, Access access, ServerLimits limits,
        Optional<ServerTls> tls, CallObserver observer, Duration shutdownGrace) {
    public static final int DEFAULT_PORT = 4821;

    public ServerOptions {
        if (shutdownGrace.isNegative()) {
            throw new IllegalArgumentException("the shutdown grace is not negative, and this is " + shutdownGrace);
        }
    }

    /// On this machine's loopback address, in the clear, for everybody.
    public static ServerOptions serving(EventStore store) {
        return new ServerOptions(store, new InetSocketAddress(InetAddress.getLoopbackAddress(), DEFAULT_PORT),
                Access.open(store), ServerLimits.DEFAULT, Optional.empty(), CallObserver.NOBODY,
                Duration.ofSeconds(10));
    }

    public ServerOptions withAddress(InetSocketAddress listen) {
        return new ServerOptions(store, listen, access, limits, tls, observer, shutdownGrace);
    }

    /// The same address with another port.
    public ServerOptions withPort(int port) {
        return withAddress(new InetSocketAddress(address.getAddress(), port));
    }

    public ServerOptions withAccess(Access rules) {
        return new ServerOptions(store, address, rules, limits, tls, observer, shutdownGrace);
    }

    public ServerOptions withLimits(ServerLimits replacement) {
        return new ServerOptions(store, address, access, replacement, tls, observer, shutdownGrace);
    }

    public ServerOptions withTls(ServerTls encryption) {
        return new ServerOptions(store, address, access, limits, Optional.of(encryption), observer, shutdownGrace);
    }

    public ServerOptions withObserver(CallObserver replacement) {
        return new ServerOptions(store, address, access, limits, tls, replacement, shutdownGrace);
    }

    public ServerOptions withShutdownGrace(Duration grace) {
        return new ServerOptions(store, address, access, limits, tls, observer, grace);
    }
}
