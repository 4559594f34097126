package dev.bailiwick.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A server that is killed again and again, under clients in processes of their own that do not give up: every append is executed once or
/// not at all, and as its client was told.
class ServerKillTest {
    private static final int KILLS = Integer.getInteger("bailiwick.kills", 3);
    private static final int WRITERS = 2;
    private static final int MOST_BETWEEN_KILLS = 1_000;
    private static final String END = "END";

    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    private final ExactlyOnceAudit audit = new ExactlyOnceAudit();

    @TempDir
    Path directory;

    @Test
    @Timeout(value = 60, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyAppendIsExecutedAsItsClientWasToldHoweverOftenTheServerIsKilled()
            throws IOException, InterruptedException {
        long seed = Long.getLong("bailiwick.seed", System.nanoTime());
        System.out.println("ServerKillTest: -Dbailiwick.seed=" + seed);
        var random = new SplittableRandom(seed);
        var server = ServerProcess.start(directory.resolve("data"));
        var writers = new ArrayList<Process>();
        try {
            for (int i = 0; i < WRITERS; i++) {
                writers.add(writer(server.port(), i, random.nextLong()));
            }
            for (int kill = 0; kill < KILLS; kill++) {
                awaitAcknowledged(1 + random.nextInt(MOST_BETWEEN_KILLS));
                server.kill();
                if (random.nextInt(3) == 0) {
                    server.restartAndKillEarly();
                }
                server.restart();
            }
            awaitAcknowledged(MOST_BETWEEN_KILLS);
            finish(writers);
        } finally {
            writers.forEach(Process::destroyForcibly);
            server.kill();
        }

        System.out.println("ServerKillTest: " + audit);
        try (var store = Bailiwick.open(EngineOptions.at(directory.resolve("data")).withMemoryBytes(128L << 20))) {
            audit.check(store, "seed " + seed);
        }
    }

    private Process writer(int port, int number, long seed) throws IOException {
        var process = ServerProcess.java(StubbornWriter.class,
                List.of(Integer.toString(port), Integer.toString(number), Long.toString(seed)));
        Thread.ofVirtual().start(() -> {
            try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
                out.lines().forEach(lines::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } finally {
                lines.add(END);
            }
        });
        Thread.ofVirtual().start(() -> process.errorReader(UTF_8).lines().forEach(System.err::println));
        return process;
    }

    private void awaitAcknowledged(int count) throws InterruptedException {
        for (int seen = 0; seen < count;) {
            var line = lines.poll(60, TimeUnit.SECONDS);
            assertThat(line).as("what a writer says").isNotNull().isNotEqualTo(END);
            seen += audit.note(line) ? 1 : 0;
        }
    }

    /// Lets every writer bring its appends to an end, and hears all of it.
    private void finish(List<Process> writers) throws IOException, InterruptedException {
        for (var writer : writers) {
            writer.getOutputStream().close();
        }
        for (int ended = 0; ended < writers.size();) {
            var line = lines.poll(60, TimeUnit.SECONDS);
            assertThat(line).as("what a writer says").isNotNull();
            if (line.equals(END)) {
                ended++;
            } else {
                audit.note(line);
            }
        }
        for (var writer : writers) {
            assertThat(writer.waitFor()).isZero();
        }
    }
}
