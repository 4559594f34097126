package dev.bailiwick.server;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// How many lines may be written: some at once, then only so many each second. Those left out are counted. Thread-safe.
final class LineLimit {
    private static final long SECOND_NS = Duration.ofSeconds(1).toNanos();

    private final long lineNs;
    private final long mostNs;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private long seenNs;
    private long savedNs;
    private long leftOut;

    LineLimit(int atOnce, int perSecond, LongSupplier nanoTime) {
        this.lineNs = SECOND_NS / perSecond;
        this.mostNs = lineNs * atOnce;
        this.nanoTime = nanoTime;
        this.seenNs = nanoTime.getAsLong();
        this.savedNs = mostNs;
    }

    /// How many were left out since the last line; negative if this one is to be, too.
    long admit() {
        lock.lock();
        try {
            long now = nanoTime.getAsLong();
            savedNs = Math.min(mostNs, savedNs + Math.max(0, now - seenNs));
            seenNs = now;
            if (savedNs < lineNs) {
                leftOut++;
                return -1;
            }
            savedNs -= lineNs;
            long left = leftOut;
            leftOut = 0;
            return left;
        } finally {
            lock.unlock();
        }
    }
}
