package dev.bailiwick.persistence;

import java.time.Duration;

/// How named locks are held and waited for.
///
/// @param lease after that long without a sign of life of the holder, a lock is free
/// @param maxWait how long [KeyedLockProvider#acquire] waits
/// @param maxHold after that long a lock is given up, whatever its holder does
public record KeyedLockOptions(Duration lease, Duration maxWait, Duration maxHold) {
    private static final Duration LEAST_LEASE = Duration.ofMillis(100);
    private static final Duration MOST = Duration.ofDays(1);

    public KeyedLockOptions {
        if (lease.compareTo(LEAST_LEASE) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("a lease is 100 milliseconds to an hour, not " + lease);
        }
        if (maxWait.isNegative() || maxWait.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("a lock is waited for 0 to 24 hours, not " + maxWait);
        }
        if (maxHold.isNegative() || maxHold.isZero() || maxHold.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("a lock is held for more than 0 and at most 24 hours, not " + maxHold);
        }
    }

    /// A lease of 10 seconds, 10 seconds to wait, and at most 10 minutes to hold.
    public static KeyedLockOptions standard() {
        return new KeyedLockOptions(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMinutes(10));
    }

    public KeyedLockOptions withLease(Duration newLease) {
        return new KeyedLockOptions(newLease, maxWait, maxHold);
    }

    public KeyedLockOptions withMaxWait(Duration newMaxWait) {
        return new KeyedLockOptions(lease, newMaxWait, maxHold);
    }

    public KeyedLockOptions withMaxHold(Duration newMaxHold) {
        return new KeyedLockOptions(lease, maxWait, newMaxHold);
    }
}
