package dev.bailiwick.benchmarks;

import java.util.concurrent.locks.LockSupport;

/// Arrivals at even distances that do not wait for anybody. A latency that is counted from the intended start holds all the
/// waiting, also that of requests which were sent late because something before them took long.
///
/// Whoever waits does so for half a millisecond at least, so that looking at the clock does not take a core: what is due meanwhile comes late, and
/// its latency has that time in it.
record Schedule(long startNs, double perSecond) {
    private static final long LEAST_NANOS = 500_000;

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
            LockSupport.parkNanos(Math.max(left, LEAST_NANOS));
        }
        return intendedNs;
    }
}
