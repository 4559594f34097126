package dev.bailiwick.benchmarks;

import java.util.concurrent.locks.LockSupport;

/// Arrivals at even distances that do not wait for anybody. A latency that is counted from the intended start holds all the
/// waiting, also that of requests which were sent late because something before them took long.
record Schedule(long startNs, double perSecond) {
    static Schedule startingNow(double perSecond) {
        return new Schedule(System.nanoTime(), perSecond);
    }

    /// When the request with this number is due.
    long intendedNs(long number) {
        return startNs + (long) (number * 1e9 / perSecond);
    }

    /// Returns at that time, or at once if it has passed.
    long await(long number) {
        long intendedNs = intendedNs(number);
        for (long left = intendedNs - System.nanoTime(); left > 0; left = intendedNs - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return intendedNs;
    }
}
