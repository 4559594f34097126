package dev.bailiwick.server;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// Lines of the log that callers can bring about: at most [#MAX_PER_SECOND] each second, so that nobody fills the disk with them. The
/// next line tells how many were left out.
///
/// Thread-safe.
final class Remarks {
    static final int MAX_PER_SECOND = 10;
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    private final System.Logger log;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private long secondBeganNs;
    private int written;
    private long leftOut;

    Remarks(System.Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.nanoTime = nanoTime;
        this.secondBeganNs = nanoTime.getAsLong();
    }

    void warn(String line) {
        long left = admit();
        if (left >= 0) {
            log.log(System.Logger.Level.WARNING, left == 0 ? line : line + " (" + left + " lines left out before)");
        }
    }

    /// How many were left out since the last line; negative if this one is.
    private long admit() {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            if (now - secondBeganNs >= SECOND_NS) {
                secondBeganNs = now;
                written = 0;
            }
            if (written == MAX_PER_SECOND) {
                leftOut++;
                return -1;
            }
            written++;
            long left = leftOut;
            leftOut = 0;
            return left;
        } finally {
            lock.unlock();
        }
    }
}
