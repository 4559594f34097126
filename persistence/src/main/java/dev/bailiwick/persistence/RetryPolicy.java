package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.random.RandomGenerator;

/// How often an action is performed in all, and how long to wait in between: a random part of a time that doubles with each attempt up to a bound, so
/// that those who met do not meet again.
public record RetryPolicy(int maxAttempts, Duration firstDelay, Duration maxDelay) {
    public static final int MAX_ATTEMPTS = 100;
    public static final RetryPolicy NEVER = new RetryPolicy(1, Duration.ZERO, Duration.ZERO);
    /// Five times in all, beginning with a wait of up to 10 ms.
    public static final RetryPolicy STANDARD = new RetryPolicy(5, Duration.ofMillis(10), Duration.ofMillis(500));

    public RetryPolicy {
        if (maxAttempts < 1 || maxAttempts > MAX_ATTEMPTS) {
            throw new IllegalArgumentException("an action is attempted 1 to " + MAX_ATTEMPTS + " times, not "
                    + maxAttempts);
        }
        if (firstDelay.isNegative() || maxDelay.compareTo(firstDelay) < 0
                || maxDelay.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("the first delay is 0 or more and at most the longest one, which is an"
                    + " hour at most, not " + firstDelay + " and " + maxDelay);
        }
    }

    /// @param attempt the one that failed, from 1
    Duration delayAfter(int attempt, RandomGenerator random) {
        long most = Math.min(maxDelay.toNanos(), firstDelay.toNanos() << Math.min(attempt - 1, 20));
        return Duration.ofNanos(most <= 0 ? 0 : random.nextLong(most / 2, most + 1));
    }
}
