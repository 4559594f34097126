package dev.bailiwick.server;

import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.protobuf.services.HealthStatusManager;
import io.grpc.protobuf.services.ProtoReflectionServiceV1;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/// Serves a store to other processes over gRPC, with the standard services for health and reflection beside it. Owns the store.
/// Thread-safe.
public final class BailiwickServer implements AutoCloseable {
    private final ServerOptions options;
    private final Server server;
    private final HealthStatusManager health;
    private final OpenCalls open;
    private final Network network;
    private final Strangers strangers;
    private final Connections connections;
    private final AtomicBoolean closed = new AtomicBoolean();

    private BailiwickServer(ServerOptions options, Server server, HealthStatusManager health, OpenCalls open,
            Network network, Strangers strangers, Connections connections) {
        this.options = options;
        this.server = server;
        this.health = health;
        this.open = open;
        this.network = network;
        this.strangers = strangers;
        this.connections = connections;
    }

    /// Listens and serves. If it cannot, the store stays open.
    ///
    /// @throws UncheckedIOException if the address cannot be listened on
    /// @throws IllegalArgumentException if a certificate or a key cannot be used
    public static BailiwickServer start(ServerOptions options) {
        var failures = new Failures(text(options.address()));
        var open = new OpenCalls();
        var health = new HealthStatusManager();
        var tls = options.tls().map(Certificates::context);
        var strangers = new Strangers(options.limits().maxConnections());
        var network = new Network(strangers);
        var connections = new Connections(strangers, options.limits(), options.observer());
        var builder = NettyServerBuilder.forAddress(options.address()).directExecutor()
                .addService(Decoding.of(new EventStoreCalls(options, failures, open)))
                .addService(Decoding.of(health.getHealthService()))
                .addService(Decoding.of(ProtoReflectionServiceV1.newInstance()))
                .addStreamTracerFactory(new WireBytes(options.observer()))
                .addTransportFilter(connections)
                .intercept(new Gate(options.access(), failures)).intercept(new Observed(options.observer()));
        apply(options.limits(), builder);
        network.applyTo(builder);
        tls.ifPresent(builder::sslContext);
        var server = builder.build();
        try {
            server.start();
        } catch (IOException e) {
            network.close();
            throw new UncheckedIOException("cannot listen on " + text(options.address())
                    + "; is another program using that port?", e);
        }
        health.setStatus(HealthStatusManager.SERVICE_NAME_ALL_SERVICES, ServingStatus.SERVING);
        health.setStatus(EventStoreServiceGrpc.SERVICE_NAME, ServingStatus.SERVING);
        return new BailiwickServer(options, server, health, open, network, strangers, connections);
    }

    private static void apply(ServerLimits limits, NettyServerBuilder builder) {
        builder.maxInboundMessageSize(limits.maxMessageBytes()).maxInboundMetadataSize(limits.maxMetadataBytes())
                .maxConcurrentCallsPerConnection(limits.maxConnectionCalls())
                .keepAliveTime(limits.keepAliveTime().toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(limits.keepAliveTimeout().toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveTime(limits.minClientKeepAlive().toMillis(), TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .maxConnectionIdle(limits.maxConnectionIdle().toMillis(), TimeUnit.MILLISECONDS)
                .handshakeTimeout(limits.handshakeTimeout().toMillis(), TimeUnit.MILLISECONDS);
    }

    /// The port it listens on.
    public int port() {
        return server.getPort();
    }

    /// Connections that were admitted.
    int connections() {
        return connections.count();
    }

    /// Connections that were accepted and not admitted.
    int strangers() {
        return strangers.count();
    }

    /// Streams and subscriptions that are open.
    int openCalls() {
        return open.count();
    }

    /// All services that it serves.
    List<ServerServiceDefinition> services() {
        return server.getServices();
    }

    /// Takes no more calls, lets those that run finish within the grace, tells streams and subscriptions to come back later, then closes
    /// the store. Closing twice does nothing.
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        health.enterTerminalState();
        server.shutdown();
        open.endAll();
        boolean interrupted = !awaitEnd(options.shutdownGrace());
        server.shutdownNow();
        interrupted |= !awaitEnd(Duration.ofSeconds(5));
        network.close();
        options.store().close();
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Tells whether the thread was left in peace.
    private boolean awaitEnd(Duration atMost) {
        try {
            var _ = server.awaitTermination(atMost.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }

    private static String text(InetSocketAddress address) {
        return address.getHostString() + ":" + address.getPort();
    }
}
