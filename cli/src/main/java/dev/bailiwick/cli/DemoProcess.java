package dev.bailiwick.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One life of the writing process of the demo. Used by one thread.
final class DemoProcess implements AutoCloseable {
    private static final int START_SECONDS = 120;
    private static final int STOP_SECONDS = 120;

    private final Process process;
    private final Path log;
    private final DemoLedger ledger;
    private final CompletableFuture<Boolean> running;
    private final Thread reader;

    private DemoProcess(Process process, Path log, DemoLedger ledger) {
        this.process = process;
        this.log = log;
        this.ledger = ledger;
        this.running = ledger.nextLife();
        this.reader = Thread.ofPlatform().daemon().name("bailiwick-demo-journal").start(this::readJournal);
    }

    /// Starts a JVM with the class path of this one.
    ///
    /// @param directory of the demo
    static DemoProcess start(Path directory, DemoPlan plan, DemoLedger ledger, int life) throws IOException {
        var log = directory.resolve("writer-" + life + ".log");
        var inFlight = ledger.inFlight();
        var process = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                DemoWriter.class.getName(), data(directory).toString(), Integer.toString(life),
                Integer.toString(plan.accounts()), Integer.toString(plan.writers()), Integer.toString(plan.shards()),
                Long.toString(plan.seed()))).redirectError(log.toFile()).start();
        var started = new DemoProcess(process, log, ledger);
        var lines = new ArrayList<String>();
        inFlight.forEach(transfer -> lines.add(transfer.toWords()));
        lines.add(DemoWriter.GO);
        started.tell(String.join("\n", lines));
        return started;
    }

    static Path data(Path directory) {
        return directory.resolve("data");
    }

    /// Waits until it is through with what was in flight and begins with new transfers.
    void awaitRunning() throws InterruptedException {
        try {
            running.get(START_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw failure("did not begin within " + START_SECONDS + " seconds");
        } catch (ExecutionException e) {
            throw failure("ended before it began");
        }
    }

    /// Waits a moment.
    ///
    /// @throws DemoFailedException if it ended, which it was not asked to
    void letRun(long milliseconds) throws InterruptedException {
        if (process.waitFor(milliseconds, TimeUnit.MILLISECONDS)) {
            reader.join();
            throw failure("ended by itself");
        }
        ledger.failure().ifPresent(reason -> {
            throw failure("failed: " + reason);
        });
    }

    /// As the operating system does when memory runs out: nothing is finished, nothing is flushed.
    void kill() throws InterruptedException {
        // Through the handle: the process itself would close the pipe too, and lose what was said last.
        process.toHandle().destroyForcibly();
        process.waitFor();
        reader.join();
    }

    /// Lets it finish what it began.
    void stop() throws InterruptedException {
        tell(DemoWriter.STOP);
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            throw failure("did not end within " + STOP_SECONDS + " seconds");
        }
        reader.join();
        if (process.exitValue() != 0 || !ledger.ended()) {
            throw failure("ended with exit code " + process.exitValue());
        }
    }

    private void tell(String lines) {
        try {
            process.getOutputStream().write((lines + "\n").getBytes(StandardCharsets.UTF_8));
            process.getOutputStream().flush();
        } catch (IOException e) {
            throw failure("cannot be spoken to");
        }
    }

    private void readJournal() {
        try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                ledger.take(line);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            running.completeExceptionally(new IOException("the process ended"));
        }
    }

    private DemoFailedException failure(String how) {
        var said = ledger.failure().map(reason -> "; it said: " + reason).orElse("");
        return new DemoFailedException("the writing process " + how + said + lastLines());
    }

    private String lastLines() {
        try {
            var lines = Files.readString(log).strip();
            return lines.isEmpty()
                    ? ""
                    : "; its errors: " + Printable.line(lines.substring(Math.max(0, lines.length() - 2_000)));
        } catch (IOException e) {
            return "";
        }
    }

    /// A process that still runs is of no use to anybody.
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
