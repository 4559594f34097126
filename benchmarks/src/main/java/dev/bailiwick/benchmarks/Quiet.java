package dev.bailiwick.benchmarks;

import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/// Waits until a store that was filled has done what it does afterwards: index files are merged for some time yet.
final class Quiet {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final int FEW = 40;
    private static final int QUIET_SECONDS = 5;

    private final Optional<BlockDevice> device;

    Quiet(Optional<BlockDevice> device) {
        this.device = device;
    }

    /// Returns when the disk has had next to nothing to do for some seconds, or the time is over.
    ///
    /// @return whether it became quiet
    boolean await(TaskOutput output, int maxSeconds) {
        int quiet = 0;
        for (int second = 0; second < maxSeconds && quiet < QUIET_SECONDS; second++) {
            output.progress(second, maxSeconds);
            quiet = readsAndWrites() < FEW ? quiet + 1 : 0;
        }
        return quiet == QUIET_SECONDS;
    }

    /// What the disk does in a second while this does nothing.
    private long readsAndWrites() {
        long before = completed();
        long startNs = System.nanoTime();
        for (long left = SECOND_NANOS; left > 0; left = SECOND_NANOS - (System.nanoTime() - startNs)) {
            LockSupport.parkNanos(left);
        }
        return completed() - before;
    }

    private long completed() {
        return device.map(some -> some.completedReads() + some.completedWrites()).orElse(0L);
    }
}
