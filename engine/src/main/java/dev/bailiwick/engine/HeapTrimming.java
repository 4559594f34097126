package dev.bailiwick.engine;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Has freed native memory given back to the machine every now and then, as long as the indexes that use it are open. Whoever asks the C library for
/// memory meanwhile may wait, so it takes no more than a thousandth of the time, however large the memory of the process is.
final class HeapTrimming implements AutoCloseable {
    private static final Duration USUAL = Duration.ofSeconds(10);
    private static final long SHARE = 1_000;

    private final BooleanSupplier trim;
    private final long usualNs;
    private final Thread thread;
    private volatile boolean closed;

    /// @param trim gives memory back, and tells whether there is a way to
    HeapTrimming(BooleanSupplier trim, Duration usual) {
        this.trim = trim;
        this.usualNs = usual.toNanos();
        this.thread = Thread.ofPlatform().daemon().name("bailiwick-memory").start(this::run);
    }

    static HeapTrimming start() {
        return new HeapTrimming(NativeHeap::trim, USUAL);
    }

    private void run() {
        long waitNs = usualNs;
        while (awaited(waitNs)) {
            long begun = System.nanoTime();
            if (!trim.getAsBoolean()) {
                return;
            }
            waitNs = waitNs(usualNs, System.nanoTime() - begun);
        }
    }

    static long waitNs(long usualNs, long tookNs) {
        return Math.max(usualNs, SHARE * tookNs);
    }

    /// Whether so much time has passed and it goes on.
    private boolean awaited(long ns) {
        long begun = System.nanoTime();
        for (long left = ns; left > 0 && !closed; left = ns - (System.nanoTime() - begun)) {
            LockSupport.parkNanos(this, left);
        }
        return !closed;
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        Answers.awaitUninterruptibly(thread);
    }
}
