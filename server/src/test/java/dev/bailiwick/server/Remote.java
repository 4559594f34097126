package dev.bailiwick.server;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.store.EventStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Stores behind servers of their own, on ports that are free, and clients of them. Closing it closes all that are left.
final class Remote implements AutoCloseable {
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final UnaryOperator<ServerOptions> serving;
    private final UnaryOperator<ClientOptions> connecting;

    Remote(UnaryOperator<ServerOptions> serving, UnaryOperator<ClientOptions> connecting) {
        this.serving = serving;
        this.connecting = connecting;
    }

    static Remote plain() {
        return new Remote(UnaryOperator.identity(), UnaryOperator.identity());
    }

    /// A client of a new server of this store.
    BailiwickClient to(EventStore store, UnaryOperator<ClientOptions> options) {
        return client(serve(store), options);
    }

    synchronized BailiwickServer serve(EventStore store) {
        return serve(store, UnaryOperator.identity());
    }

    synchronized BailiwickServer serve(EventStore store, UnaryOperator<ServerOptions> options) {
        var server = BailiwickServer.start(options.apply(serving
                .apply(ServerOptions.serving(store).withPort(0).withShutdownGrace(Duration.ofSeconds(1)))));
        opened.addFirst(server);
        return server;
    }

    BailiwickClient client(BailiwickServer server, UnaryOperator<ClientOptions> options) {
        return client(server.port(), options);
    }

    synchronized BailiwickClient client(int port, UnaryOperator<ClientOptions> options) {
        var client = BailiwickClient.connect("localhost:" + port,
                options.apply(connecting.apply(ClientOptions.DEFAULT)));
        opened.addFirst(client);
        return client;
    }

    @Override
    public synchronized void close() {
        for (var each : opened) {
            try {
                each.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }
        opened.clear();
    }
}
