package dev.bailiwick.client;

import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/// How long to wait before the next attempt: twice as long each time up to a second, and a random part of that, so that clients which
/// failed together do not come back together.
final class Backoff {
    private static final long FIRST_NS = TimeUnit.MILLISECONDS.toNanos(10);
    private static final long LONGEST_NS = TimeUnit.SECONDS.toNanos(1);
    private static final int LAST_DOUBLING = 7;

    private final DoubleSupplier random;

    Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /// @param attempt how many failed before, from 0
    long delayNs(int attempt) {
        long full = Math.min(LONGEST_NS, FIRST_NS << Math.min(attempt, LAST_DOUBLING));
        return full / 2 + (long) (random.getAsDouble() * full / 2);
    }
}
