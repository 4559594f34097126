package dev.bailiwick.benchmarks;

import java.util.concurrent.locks.LockSupport;

/// Waits until a store that was filled has done what it does afterwards: index files are merged for some time yet.
///
/// It looks at what this process reads and writes. What the disk does would not tell: files are read from memory until the caches
/// are dropped, and what is written waits there for long.
final class Quiet {
    private static final long SECOND_NANOS = 1_000_000_000;
    private static final double FEW_BYTES = 256 << 10;
    private static final int QUIET_SECONDS = 5;

    private Quiet() {
    }

    /// Returns when this process has read and written next to nothing for some seconds, or the time is over.
    ///
    /// @return whether it became quiet
    static boolean await(TaskOutput output, int maxSeconds) {
        int quiet = 0;
        for (int second = 0; second < maxSeconds && quiet < QUIET_SECONDS; second++) {
            output.progress(second, maxSeconds);
            quiet = bytesInASecond() < FEW_BYTES ? quiet + 1 : 0;
        }
        return quiet == QUIET_SECONDS;
    }

    /// What is read and written in a second while this does nothing.
    private static double bytesInASecond() {
        double before = bytes();
        long startNs = System.nanoTime();
        for (long left = SECOND_NANOS; left > 0; left = SECOND_NANOS - (System.nanoTime() - startNs)) {
            LockSupport.parkNanos(left);
        }
        return bytes() - before;
    }

    private static double bytes() {
        return count("rchar") + count("wchar");
    }

    private static double count(String name) {
        return Proc.field("/proc/self/io", name).map(Double::parseDouble).orElse(0.0);
    }
}
