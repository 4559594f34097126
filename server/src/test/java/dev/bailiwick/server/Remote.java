package dev.bailiwick.server;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.store.EventStore;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/// Stores behind servers of their own, on ports that are free, and clients of them. Closing it closes all that are left.
final class Remote implements AutoCloseable {
    private final List<AutoCloseable> opened = new ArrayList<>();
    private final UnaryOperator<ServerOptions> serving;
    private final UnaryOperator<ClientOptions> connecting;
    private final boolean guarded;

    Remote(UnaryOperator<ServerOptions> serving, UnaryOperator<ClientOptions> connecting) {
        this(serving, connecting, false);
    }

    private Remote(UnaryOperator<ServerOptions> serving, UnaryOperator<ClientOptions> connecting, boolean guarded) {
        this.serving = serving;
        this.connecting = connecting;
        this.guarded = guarded;
    }

    static Remote plain() {
        return new Remote(UnaryOperator.identity(), UnaryOperator.identity());
    }

    /// Both sides show certificates, and the server knows the client by its own, as one who may do everything.
    static Remote guarded() {
        var certificates = TestCertificates.get();
        return new Remote(options -> options.withTls(certificates.server()),
                options -> options.withTls(certificates.client()), true);
    }

    /// A client of a new server of this store.
    BailiwickClient to(EventStore store, UnaryOperator<ClientOptions> options) {
        return client(serve(store), options);
    }

    synchronized BailiwickServer serve(EventStore store) {
        return serve(store, UnaryOperator.identity());
    }

    synchronized BailiwickServer serve(EventStore store, UnaryOperator<ServerOptions> options) {
        var usual = serving.apply(ServerOptions.serving(store).withPort(0).withShutdownGrace(Duration.ofSeconds(1)));
        var server = BailiwickServer.start(options.apply(guarded ? usual.withAccess(guard(store)) : usual));
        opened.addFirst(server);
        return server;
    }

    private GuardedAccess guard(EventStore store) {
        var rules = new AccessRules(List.of(CertificateIdentity.parse("subject:" + TestCertificates.CLIENT_SUBJECT
                + " => tests, *, all")), false, false);
        var access = new GuardedAccess(store,
                LiveKeys.open(Path.of("no-keys"), InstantSource.system(), System::nanoTime), rules,
                new SealedPositions(new byte[PositionKey.BYTES], store.partitionMap().partitionCount(),
                        new SecureRandom()),
                InstantSource.system(), new Remarks(System.getLogger("test"), System::nanoTime));
        opened.addFirst(access);
        return access;
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
