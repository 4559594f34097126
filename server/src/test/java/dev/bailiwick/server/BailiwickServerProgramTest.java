package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated // there is one log in a process
class BailiwickServerProgramTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    Path directory;

    private int run(String... arguments) {
        return BailiwickServerProgram.run(List.of(arguments), Map.of(),
                new PrintStream(out, true, StandardCharsets.UTF_8), new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    private String data() {
        return "--data=" + directory.resolve("data");
    }

    @Test
    void helpNamesEverySetting() {
        assertThat(run("--help")).isZero();

        Settings.ALL.forEach(setting -> assertThat(out.toString(StandardCharsets.UTF_8)).contains(setting.flag(),
                setting.environment(), setting.description()));
    }

    @Test
    void aConfigurationCanBeCheckedWithoutOpeningAnything() {
        assertThat(run(data(), "--check-config")).isZero();

        assertThat(out.toString(StandardCharsets.UTF_8)).contains("listen ").contains("127.0.0.1:4821 (default)");
        assertThat(directory.resolve("data")).doesNotExist();
    }

    @Test
    void aWrongConfigurationEndsWithTwoAndAllProblems() {
        assertThat(run("--listen=nowhere", "--memory=1", "--shards=x")).isEqualTo(2);

        assertThat(err.toString(StandardCharsets.UTF_8)).contains("data (default) is missing", "listen (--listen)",
                "memory (--memory)", "shards (--shards)");
        assertThat(out.size()).isZero();
    }

    @Test
    void aKeysFileThatIsOpenToOthersEndsWithTwo() throws IOException {
        Files.createDirectories(directory.resolve("data"));
        Files.writeString(directory.resolve("data/api-keys"), "bailiwick-keys 1\n");

        assertThat(run(data(), "--listen=127.0.0.1:0", "--metrics-address=none")).isEqualTo(2);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("chmod 600");
    }

    @Test
    void aStoreThatWasCreatedOtherwiseEndsWithThreeAndALockedOneWithFour() {
        var options = EngineOptions.at(directory.resolve("data")).withShards(1).withMemoryBytes(128L << 20);
        try (var store = Bailiwick.open(options)) {
            assertThat(store).isNotNull();
            assertThat(run(data(), "--listen=127.0.0.1:0", "--metrics-address=none")).isEqualTo(4);
        }
        assertThat(run(data(), "--shards=2", "--listen=127.0.0.1:0", "--metrics-address=none")).isEqualTo(3);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("12002 StoreLocked", "12003 StoreMismatch");
    }

    @Test
    void aDamagedStoreEndsWithFive() throws IOException {
        Bailiwick.open(EngineOptions.at(directory.resolve("data")).withShards(1).withMemoryBytes(128L << 20)).close();
        var descriptor = directory.resolve("data/store");
        var bytes = Files.readAllBytes(descriptor);
        bytes[bytes.length / 2] ^= 1;
        Files.write(descriptor, bytes);

        assertThat(run(data(), "--listen=127.0.0.1:0", "--metrics-address=none")).isEqualTo(5);
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("12004 UnreadableStore");
    }

    @Test
    void aPortThatIsTakenEndsWithFourAndLeavesNothingOpen() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            int port = taken.getLocalPort();
            assertThat(run(data(), "--shards=1", "--memory=128M", "--listen=127.0.0.1:" + port,
                    "--metrics-address=none")).isEqualTo(4);
            assertThat(run(data(), "--listen=127.0.0.1:0", "--metrics-address=127.0.0.1:" + port)).isEqualTo(4);
        }
        try (var store = Bailiwick.open(EngineOptions.at(directory.resolve("data")).withMemoryBytes(128L << 20))) {
            assertThat(store).isNotNull();
        }
    }

    /// What the process of the next test runs.
    static final class Main {
        public static void main(String[] arguments) {
            System.exit(BailiwickServerProgram.run(arguments, System.out, System.err));
        }
    }

    @Test
    void onSigtermTheProcessDrainsClosesAndEnds() throws IOException, InterruptedException {
        var process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                Main.class.getName(), data(), "--listen=127.0.0.1:0", "--metrics-address=127.0.0.1:0",
                "--auth-anonymous", "--shards=1", "--memory=128M", "--log-format=text")
                .redirectOutput(directory.resolve("out").toFile()).start();
        String rest;
        try (var log = process.errorReader()) {
            int port = awaitPort(log);
            var channel = NettyChannelBuilder.forAddress("127.0.0.1", port).usePlaintext().build();
            ClientCalls.blockingUnaryCall(channel, EventStoreServiceGrpc.getAppendMethod(), Testbed.soon(),
                    Wire.append(AggregateKey.of(1, 2, 3), "x"));
            channel.shutdownNow();

            process.toHandle().destroy(); // unlike the process itself it leaves the stream open

            rest = log.readAllAsString();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        assertThat(process.exitValue()).isEqualTo(143);
        assertThat(rest).contains("INFO closed");
        assertThat(Files.readString(directory.resolve("out"))).contains("auth.anonymous", "true (--auth-anonymous)");
        try (var store = Bailiwick.open(EngineOptions.at(directory.resolve("data")).withMemoryBytes(128L << 20))) {
            assertThat(store.details(AggregateKey.of(1, 2, 3)).orElseThrow().version()).isEqualTo(1);
        }
    }

    private static int awaitPort(BufferedReader log) throws IOException {
        var serving = Pattern.compile("serving on 127\\.0\\.0\\.1:(\\d+)");
        var seen = new StringBuilder();
        for (var line = log.readLine(); line != null; line = log.readLine()) {
            seen.append(line).append('\n');
            var match = serving.matcher(line);
            if (match.find()) {
                assertThat(seen.toString()).contains("callers without credentials may do everything");
                return Integer.parseInt(match.group(1));
            }
        }
        throw new AssertionError("it did not start: " + seen);
    }
}
