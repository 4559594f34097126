package dev.bailiwick.benchmarks;

import dev.bailiwick.engine.EmbeddedStore;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/// Compacts all segments of a store, again and again, at the pace of the background. Closing it waits for the segment that is being written.
final class SteadyCompaction implements AutoCloseable {
    private static final long PAUSE_NANOS = 10_000_000;

    private final EmbeddedStore store;
    private final long bytesPerSecond;
    private final CompletableFuture<Void> end;
    private final AtomicLong bytes = new AtomicLong();
    private volatile boolean closed;

    private SteadyCompaction(EmbeddedStore store) {
        this.store = store;
        this.bytesPerSecond = EngineOptions.at(Path.of("")).compactionBytesPerSecond();
        this.end = CompletableFuture.runAsync(this::run, task -> Thread.ofPlatform().daemon().start(task));
    }

    static SteadyCompaction of(EmbeddedStore store) {
        return new SteadyCompaction(store);
    }

    /// How much was written anew so far.
    long bytes() {
        return bytes.get();
    }

    @Override
    public void close() {
        closed = true;
        end.join();
    }

    private void run() {
        try {
            while (!closed) {
                long before = bytes.get();
                var report = store.compact(CompactionRequest.everything().withBytesPerSecond(bytesPerSecond)
                        .withProgress(sofar -> goOn(before, sofar)));
                if (report.replaced() == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS); // there is no finished segment yet
                }
            }
        } catch (CancellationException _) {
            // between two segments, as wanted
        }
    }

    private void goOn(long before, CompactionReport sofar) {
        bytes.set(before + sofar.bytesAfter());
        if (closed) {
            throw new CancellationException("that is enough");
        }
    }
}
