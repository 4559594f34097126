package dev.bailiwick.cli;

import static dev.bailiwick.cli.StoreCalls.KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.server.BailiwickServer;
import dev.bailiwick.server.ServerOptions;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The commands through a server.
class RemoteCommandsTest {
    private final Path directory;
    private final BailiwickServer server = BailiwickServer
            .start(ServerOptions.serving(InMemoryEventStore.create()).withPort(0));

    RemoteCommandsTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private Execution call(String... arguments) {
        return callWith("", Map.of("BAILIWICK_SERVER", "localhost:" + server.port()), arguments);
    }

    private static Execution callWith(String input, Map<String, String> environment, String... arguments) {
        return Execution.in(new Surroundings(new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), false,
                environment), arguments);
    }

    @Test
    void everyCommandWorksThroughAServer() {
        assertThat(call("append", "acme/orders/1", "a", "--type", "T", "--expect", "none").succeeds().out())
                .isEqualTo("Appended as version 1.\n");
        call("append", "acme/orders/1", "b", "--type", "U").succeeds();

        assertThat(call("read", "acme/orders/1", "--json").succeeds().out().lines()).hasSize(2);
        assertThat(call("read", "acme/orders/1", "--follow", "--limit", "2", "--json").succeeds().out().lines())
                .hasSize(2);
        assertThat(call("details", "acme/orders/1").succeeds().out()).contains("version         2\n",
                "shard           0/");
        assertThat(call("list", "aggregates", "acme/orders", "--json").succeeds().out())
                .isEqualTo("{\"key\":\"" + KEY + "\"}\n");
        assertThat(call("subscribe", "--event-type", "U", "--until-idle", "--json").succeeds().out().lines())
                .hasSize(1);
        assertThat(call("verify").succeeds().out()).isEqualTo("Verified 1 aggregate with 2 events: no problem.\n");
        call("trim", "acme/orders/1", "--keep-from", "2").succeeds();
        call("delete", "acme/orders/1", "--for-good", "--yes").succeeds();
        call("append", "acme/orders/1", "c", "--type", "T").failsWith(3, "bailiwick append: 2006"
                + " AggregateRecreateNotAllowed: " + KEY + " was deleted for good; write to another aggregate.");
    }

    @Test
    void aStoreThatAServerHasOpenIsCompactedByIt() {
        try (var store = Bailiwick.open(EngineOptions.at(directory).withShards(1).withMemoryBytes(128L << 20));
                var serving = BailiwickServer.start(ServerOptions.serving(store).withPort(0))) {
            var address = "localhost:" + serving.port();
            Execution.of("append", "acme/orders/1", "a", "--type", "T", "--server", address).succeeds();

            assertThat(Execution.of("compact", "--server", address, "--all", "--json").succeeds().out())
                    .matches("\\{\"looked\":\\d+,\"replaced\":\\d+,.*}\n");
            Execution.of("compact", "--server", address, "--rate", "0.01").isRefusedWith("bailiwick compact: cannot"
                    + " compact that way: at least 65536 bytes are read and written in a second, not 10486.");
            assertThat(Execution.of("compact", "--data", directory.toString()).exitCode()).isEqualTo(4);
        }
        assertThat(call("compact").err()).contains("this server's store has no files");
    }

    @Test
    void anOptionCountsBeforeTheVariables() {
        var data = Map.of("BAILIWICK_DATA", directory.toString());

        callWith("", data, "list", "orgs", "--server", "localhost:" + server.port()).succeeds();
        callWith("", Map.of("BAILIWICK_DATA", directory.toString(), "BAILIWICK_SERVER", "localhost:1"), "list", "orgs")
                .isRefusedWith(
                        "bailiwick list: which store? Give --data DIR or --server HOST:PORT, or set BAILIWICK_DATA"
                                + " or BAILIWICK_SERVER, and one of them only.");
        call("list", "orgs", "--data", directory.toString(), "--tls").isRefusedWith(
                "bailiwick list: a key and TLS are for a server: give --server HOST:PORT.");
        call("list", "orgs", "--data", "x", "--server", "y")
                .isRefusedWith("bailiwick list: which store? Give --data DIR or"
                        + " --server HOST:PORT, or set BAILIWICK_DATA or BAILIWICK_SERVER, and one of them only.");
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() throws IOException {
        int unused;
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            unused = socket.getLocalPort();
        }

        var execution = Execution.of("list", "orgs", "--server", "localhost:" + unused, "--timeout", "1");

        assertThat(execution.exitCode()).isEqualTo(4);
        assertThat(execution.err())
                .startsWith("bailiwick list: 11001 ServerUnavailable: the server localhost:" + unused);
    }

    @Test
    void whatIsSaidOfTheServerIsChecked() throws IOException {
        var empty = Files.writeString(directory.resolve("empty"), "\n").toString();

        Execution.of("list", "orgs", "--server", "nowhere").isRefusedWith(
                "bailiwick list: a server is written host:port, such as localhost:4821 or [::1]:4821, not 'nowhere'.");
        call("list", "orgs", "--api-key-file", empty).isRefusedWith(
                "bailiwick list: the file " + empty + " holds no key: an API key has visible ASCII characters only.");
        call("list", "orgs", "--api-key-file", empty + "x").isRefusedWith(
                "bailiwick list: the file of the API key, " + empty + "x, cannot be read.");
        call("list", "orgs", "--tls-key", empty).isRefusedWith(
                "bailiwick list: a certificate and its key go together: give --tls-certificate and --tls-key.");
        call("list", "orgs", "--timeout", "0")
                .isRefusedWith("bailiwick list: the timeout is 1 to 3600 seconds, not 0.");
    }

    @Test
    void aServerIsKnownByItsCertificate() {
        var certificates = TestCertificates.get();
        try (var encrypted = BailiwickServer.start(ServerOptions.serving(InMemoryEventStore.create()).withPort(0)
                .withTls(certificates.serverWithoutClients()))) {
            var address = "localhost:" + encrypted.port();

            Execution.of("append", "acme/orders/1", "a", "--type", "T", "--server", address, "--tls-trust",
                    certificates.file("authority.crt").toString()).succeeds();
            assertThat(Execution.of("list", "orgs", "--server", address, "--tls", "--timeout", "1").exitCode())
                    .isEqualTo(4);
        }
    }
}
