package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Wakes those who wait for work. Who notes the count before looking for work misses no ring. Thread-safe.
final class Bell {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition rung = lock.newCondition();
    private long count;

    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    void ring() {
        lock.lock();
        try {
            count++;
            rung.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until it is rung, unless it was since the count was `seen`.
    ///
    /// @return whether it was; if not, that much time has passed
    boolean isRungWithin(long seen, Duration time) {
        lock.lock();
        try {
            long leftNs = time.toNanos();
            while (count == seen && leftNs > 0) {
                leftNs = rung.awaitNanos(leftNs);
            }
            return count != seen;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the threads that wait here are interrupted by nobody
            return false;
        } finally {
            lock.unlock();
        }
    }
}
