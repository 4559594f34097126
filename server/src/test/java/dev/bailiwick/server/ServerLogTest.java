package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.ReadRequest;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.schema.JsonSchema;

@Isolated // there is one log in a process
class ServerLogTest {
    @TempDir
    Path directory;

    private static LogRecord entry(String message) {
        var entry = new LogRecord(Level.WARNING, message);
        entry.setLoggerName("a.b");
        return entry;
    }

    @SuppressWarnings("unchecked") // an object of JSON
    private static Map<String, Object> parsed(String line) {
        return (Map<String, Object>) new Load(LoadSettings.builder().setSchema(new JsonSchema()).build())
                .loadFromString(line);
    }

    @Test
    void anEntryIsOneLineOfJsonWhateverIsInIt() {
        var nasty = "\"quotes\" \\ \n\r\t \u001b[31m \u2028 {0} ü " + new String(Character.toChars(0x1F600));
        var entry = entry(nasty);
        entry.setThrown(new IllegalStateException("two\nlines"));

        var line = LogLine.json().format(entry);

        assertThat(line).endsWith("}\n").doesNotContain("\u001b");
        assertThat(line.strip().lines()).hasSize(1);
        assertThat(parsed(line).get("message")).isEqualTo(nasty);
        assertThat(parsed(line).get("level")).isEqualTo("WARN");
        assertThat(parsed(line).get("logger")).isEqualTo("a.b");
        assertThat((String) parsed(line).get("error")).startsWith("java.lang.IllegalStateException: two\nlines");
        assertThat(parsed(line)).containsKey("time");
    }

    @Test
    void aPlainEntryIsOneLineToo() {
        assertThat(LogLine.text().format(entry("two\nlines \u001b[31m")))
                .matches("\\S+ WARN two\\\\nlines \\\\u001b\\[31m\n");
    }

    @Test
    void librariesAreHeardAFewTimesAtOnceAndThenOnceASecond() {
        var clock = new HandClock();
        var out = new ByteArrayOutputStream();
        var library = Logger.getLogger("io.grpc.some.Handler");
        try (var log = ServerLog.install(new ServerConfig.LogConfig("info", "text"),
                new PrintStream(out, true, StandardCharsets.UTF_8), clock::nanoTime)) {
            for (int i = 0; i < 1_000; i++) {
                library.log(Level.WARNING, "Stream Error", new IllegalStateException());
                System.getLogger("dev.bailiwick.server.Some").log(System.Logger.Level.INFO, "ours");
            }
            assertThat(out.toString(StandardCharsets.UTF_8).lines()).filteredOn(it -> it.contains("Stream Error"))
                    .hasSize(ServerLog.MAX_LIBRARY_LINES);
            assertThat(out.toString(StandardCharsets.UTF_8).lines()).filteredOn(it -> it.contains("ours"))
                    .hasSize(1_000);
            out.reset();

            clock.pass(Duration.ofSeconds(1));
            library.log(Level.WARNING, "Stream Error");
            library.log(Level.WARNING, "Stream Error");

            assertThat(log).isNotNull();
            assertThat(out.toString(StandardCharsets.UTF_8).lines()).satisfiesExactly(
                    line -> assertThat(line).endsWith("WARN 990 lines of libraries were left out before the next one"),
                    line -> assertThat(line).endsWith("WARN Stream Error"));
        }
    }

    @Test
    void strangersWhoDoNotKeepToHttp2DoNotFillTheLog() throws IOException {
        var speech = new ClientSpeech();
        for (int i = 0; i < 100; i++) {
            speech.beginWithTwoPaths(EventStoreServiceGrpc.getReadMethod());
        }
        long begin = System.nanoTime();
        try (var testbed = Testbed.start(directory);
                var stranger = new Socket(InetAddress.getLoopbackAddress(), testbed.server().port())) {
            stranger.getOutputStream().write(speech.bytes());
            stranger.shutdownOutput();
            stranger.getInputStream().transferTo(OutputStream.nullOutputStream());

            long seconds = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begin);
            assertThat(testbed.log().lines().filter(line -> line.contains("io.grpc"))).hasSizeBetween(1,
                    (int) (ServerLog.MAX_LIBRARY_LINES + seconds * ServerLog.MAX_LIBRARY_LINES_PER_SECOND));
        }
    }

    private static <Q, A> void call(Channel channel, MethodDescriptor<Q, A> method, Q request) {
        try {
            ClientCalls.blockingUnaryCall(channel, method, Testbed.soon(), request);
        } catch (StatusRuntimeException e) {
            assertThat(e.getStatus().getDescription()).doesNotContain("PAYLOADMARKER");
        }
    }

    @Test
    void theLogOfARunHasNeitherPayloadsNorSecrets() {
        String log;
        NewApiKey key;
        try (var testbed = Testbed.start(directory, "--log-level=debug")) {
            key = testbed.key(Optional.of(new UUID(0, 1)), Right.READ, Right.APPEND);
            var channel = testbed.channel(key);
            call(channel, EventStoreServiceGrpc.getAppendMethod(),
                    Wire.append(AggregateKey.of(1, 2, 3), "PAYLOADMARKER"));
            call(channel, EventStoreServiceGrpc.getAppendMethod(),
                    Wire.append(AggregateKey.of(9, 2, 3), "PAYLOADMARKER"));
            call(channel, EventStoreServiceGrpc.getReadMethod(),
                    ReadRequest.newBuilder().setKey(Wire.key(AggregateKey.of(1, 2, 3))).build());
            call(testbed.channel("Bearer " + KeySecret.generate(new Random(5)).text()),
                    EventStoreServiceGrpc.getAppendMethod(), Wire.append(AggregateKey.of(1, 2, 3), "PAYLOADMARKER"));
            call(testbed.channel("Basic c2VjcmV0bWFya2Vy"), EventStoreServiceGrpc.getAppendMethod(),
                    Wire.append(AggregateKey.of(1, 2, 3), "PAYLOADMARKER"));
            testbed.server().close();
            log = testbed.log();
        }

        var secret = key.secret().substring(key.secret().lastIndexOf('_') + 1);
        var wrong = KeySecret.generate(new Random(5));
        assertThat(log).contains("serving on 127.0.0.1:", "EventStoreService/Append ended OK",
                "EventStoreService/Append ended PERMISSION_DENIED, error 10001", wrong.toString(), "stopping",
                "closed");
        assertThat(log).doesNotContain("PAYLOADMARKER", secret, wrong.text(), "c2VjcmV0bWFya2Vy", "Noted");
        assertThat(log.lines()).allSatisfy(line -> assertThat(parsed(line)).containsKeys("time", "level", "message"));
    }
}
