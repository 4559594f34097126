package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;

/// How long this process may believe that its slots are its own. The end is told by the clock of the process, counted from before the database was asked, so it never comes later here than there. A lease that
/// has ended stays so until slots are claimed anew.
///
/// Thread-safe.
final class Lease {
    private final long lengthNs;
    private final AtomicLong endNs = new AtomicLong(System.nanoTime());

    Lease(Duration length) {
        this.lengthNs = length.toNanos();
    }

    boolean isHeld() {
        return System.nanoTime() - endNs.get() < 0;
    }

    /// @param startNs before the database was asked
    void begin(long startNs) {
        endNs.set(startNs + lengthNs);
    }

    void end() {
        endNs.set(System.nanoTime());
    }

    /// Prolongs it, unless it ends meanwhile.
    ///
    /// @param renewal how many slots the database has renewed
    /// @param expected how many it should
    void renew(IntSupplier renewal, int expected) {
        long end = endNs.get();
        long startNs = System.nanoTime();
        if (startNs - end < 0) {
            int renewed = renewal.getAsInt();
            boolean isWhole = renewed == expected && System.nanoTime() - end < 0;
            endNs.compareAndSet(end, isWhole ? startNs + lengthNs : startNs);
        }
    }
}
