package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Starts workers: JVMs with the class path of this one. Closing it, which a shutdown hook may do at any time, ends those that
/// still run. Thread-safe.
final class Workers implements AutoCloseable {
    private static final int GRACE_SECONDS = 30;

    private final Console console;
    private final int heapMegabytes;
    private final Set<Process> running = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    Workers(Console console, int heapMegabytes) {
        this.console = console;
        this.heapMegabytes = heapMegabytes;
    }

    /// The flags that every worker has.
    static List<String> flags(int heapMegabytes) {
        return List.of("-Xms" + heapMegabytes + "m", "-Xmx" + heapMegabytes + "m", "-XX:+AlwaysPreTouch",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED");
    }

    /// Runs a job to its end.
    ///
    /// @throws WorkerFailedException if it did not get there
    Measurements run(Job job) throws InterruptedException {
        var worker = start(job);
        try {
            return worker.finish();
        } catch (WorkerFailedException e) {
            stopIfClosed();
            throw e;
        } finally {
            running.remove(worker.process());
        }
    }

    /// When a person stops the run, workers fail because they are ended, which is no news, and no new one may start.
    private void stopIfClosed() throws InterruptedException {
        if (closed) {
            new CountDownLatch(1).await();
        }
    }

    /// Runs a job until it says that it is ready, lets it work on for a moment, and kills it as a power cut would.
    Measurements runAndKill(Job job, Runnable moment) throws InterruptedException {
        return runBeside(job, measured -> {
            moment.run();
            return measured;
        });
    }

    /// What is done while a job goes on, given what the job measured until it was ready.
    interface Beside {
        Measurements run(Measurements measured) throws InterruptedException;
    }

    /// Runs a job until it says that it is ready, does something beside it, and kills it.
    Measurements runBeside(Job job, Beside beside) throws InterruptedException {
        var worker = start(job);
        try {
            return beside.run(worker.untilReady());
        } finally {
            worker.process().destroyForcibly().waitFor();
            running.remove(worker.process());
        }
    }

    private RunningWorker start(Job job) throws InterruptedException {
        stopIfClosed();
        console.stage(job.stage());
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags(heapMegabytes));
        command.addAll(job.flags());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Worker.class.getName()));
        command.addAll(job.commandLine());
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            running.add(process);
            return new RunningWorker(job, process, process.inputReader(StandardCharsets.UTF_8), console);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// A worker that is asked to end stops what it started itself, such as a database.
    @Override
    public void close() {
        closed = true;
        for (var process : running) {
            process.destroy();
        }
        for (var process : running) {
            try {
                if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) {
                    process.destroyForcibly();
                }
            } catch (InterruptedException e) {
                process.destroyForcibly();
                Thread.currentThread().interrupt();
            }
        }
    }
}
