package dev.bailiwick.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The server as a process of its own, which keeps its port when it is started again.
final class ServerProcess {
    private static final Pattern SERVING = Pattern.compile("serving on 127\\.0\\.0\\.1:(\\d+)");
    private static final int PORT_TAKEN = 4;
    private static final int ATTEMPTS = 20;

    private final Path data;
    private int port;
    private Process process;

    private ServerProcess(Path data) throws IOException {
        this.data = data;
        this.process = launch();
    }

    static ServerProcess start(Path data) throws IOException, InterruptedException {
        var server = new ServerProcess(data);
        server.awaitServing();
        return server;
    }

    int port() {
        return port;
    }

    /// Kills it with SIGKILL and waits until it is gone.
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor();
    }

    /// Starts it again where it was, and waits until it serves. While it is down its port may go to somebody's outgoing connection for a
    /// moment, so that is tried some times.
    void restart() throws IOException, InterruptedException {
        process = launch();
        awaitServing();
    }

    /// Starts it again and kills it while it opens the store.
    void restartAndKillEarly() throws IOException, InterruptedException {
        process = launch();
        try (var settings = process.inputReader()) {
            settings.readLine(); // printed right before the store is opened
            process.toHandle().destroyForcibly(); // unlike the process itself, this leaves its output readable
        }
        process.waitFor();
    }

    private Process launch() throws IOException {
        return java(BailiwickServerProgramTest.Main.class, List.of("--data=" + data, "--listen=127.0.0.1:" + port,
                "--metrics-address=none", "--auth-anonymous", "--shards=2", "--memory=128M", "--log-format=text"));
    }

    /// A process that runs a class of these tests.
    static Process java(Class<?> main, List<String> arguments) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-Xmx512m", "-cp",
                System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        return new ProcessBuilder(command).start();
    }

    private void awaitServing() throws IOException, InterruptedException {
        for (int attempt = 1;; attempt++) {
            var log = process.errorReader();
            var seen = new StringBuilder();
            for (var line = log.readLine(); line != null; line = log.readLine()) {
                seen.append(line).append('\n');
                var match = SERVING.matcher(line);
                if (match.find()) {
                    port = Integer.parseInt(match.group(1));
                    Thread.ofVirtual().start(() -> drain(log));
                    return;
                }
            }
            if (process.waitFor() != PORT_TAKEN || attempt == ATTEMPTS) {
                throw new AssertionError("it ended with " + process.exitValue() + ": " + seen);
            }
            process = launch();
        }
    }

    private static void drain(BufferedReader log) {
        try (log) {
            while (log.readLine() != null) { // so that it never waits for a reader
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
