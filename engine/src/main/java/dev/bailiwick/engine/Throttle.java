package dev.bailiwick.engine;

import java.io.IOException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Work in the background that goes no faster than so many bytes a second, and stops when it is told to. For one thread.
final class Throttle implements Rewriting.Effort {
    private static final long MOST_NS = 50_000_000;
    private static final long NS_PER_SECOND = 1_000_000_000;

    private final long bytesPerSecond;
    private final BooleanSupplier stopping;
    private long dueNs = System.nanoTime();

    /// @param stopping whether the work is to end
    Throttle(long bytesPerSecond, BooleanSupplier stopping) {
        this.bytesPerSecond = bytesPerSecond;
        this.stopping = stopping;
    }

    @Override
    public void spent(long bytes) throws IOException {
        if (stopping.getAsBoolean()) {
            throw new StoppedException();
        }
        dueNs += (long) ((double) bytes * NS_PER_SECOND / bytesPerSecond);
        long aheadNs = dueNs - System.nanoTime();
        if (aheadNs > 0) {
            LockSupport.parkNanos(Math.min(aheadNs, MOST_NS));
        } else {
            dueNs -= aheadNs; // what was missed is not made up for
        }
    }

    /// The work was told to stop.
    static final class StoppedException extends IOException {
        private static final long serialVersionUID = 1;

        StoppedException() {
            super("the store is being closed");
        }
    }
}
