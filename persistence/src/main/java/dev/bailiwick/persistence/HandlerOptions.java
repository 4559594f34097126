package dev.bailiwick.persistence;

import java.time.Duration;

/// How a process works for its handlers.
///
/// @param lease after that long without a sign of life of a process, others take over its share
/// @param maxIdle how long a shard without new events is left alone at most; what this process commits is noticed at once
/// @param pageSize how many events are read, and acknowledged, at a time
/// @param closeWait how long closing waits for what is being handled
public record HandlerOptions(Duration lease, Duration maxIdle, int pageSize, Duration closeWait) {
    public static final int MAX_PAGE_SIZE = 5_000;

    public HandlerOptions {
        if (lease.compareTo(Duration.ofMillis(100)) < 0 || lease.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("a lease is 100 milliseconds to an hour, not " + lease);
        }
        if (maxIdle.toMillis() < 1 || maxIdle.compareTo(Duration.ofMinutes(1)) > 0) {
            throw new IllegalArgumentException("a shard is left alone for 1 millisecond to a minute, not " + maxIdle);
        }
        if (pageSize < 1 || pageSize > MAX_PAGE_SIZE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_PAGE_SIZE + " events, not " + pageSize);
        }
        if (closeWait.isNegative() || closeWait.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("closing waits for 0 to 60 minutes, not " + closeWait);
        }
    }

    /// A lease of 10 seconds, half a second of idleness, pages of 500 events, and 30 seconds to close.
    public static HandlerOptions standard() {
        return new HandlerOptions(Duration.ofSeconds(10), Duration.ofMillis(500), 500, Duration.ofSeconds(30));
    }

    public HandlerOptions withLease(Duration newLease) {
        return new HandlerOptions(newLease, maxIdle, pageSize, closeWait);
    }

    public HandlerOptions withMaxIdle(Duration newMaxIdle) {
        return new HandlerOptions(lease, newMaxIdle, pageSize, closeWait);
    }

    public HandlerOptions withPageSize(int newPageSize) {
        return new HandlerOptions(lease, maxIdle, newPageSize, closeWait);
    }

    public HandlerOptions withCloseWait(Duration newCloseWait) {
        return new HandlerOptions(lease, maxIdle, pageSize, newCloseWait);
    }
}
