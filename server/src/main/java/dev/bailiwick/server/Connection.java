package dev.bailiwick.server;

import dev.bailiwick.store.LimitExceededException;
import java.util.concurrent.atomic.AtomicInteger;

/// What one connection has open. Thread-safe.
final class Connection {
    private final int number;
    private final ServerLimits limits;
    private final AtomicInteger streams = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();

    /// @param number how many connections there were when it came, itself included
    Connection(int number, ServerLimits limits) {
        this.number = number;
        this.limits = limits;
    }

    /// @throws LimitExceededException if there were too many connections already when it came
    void checkAllowed() {
        if (!isAllowed()) {
            throw new LimitExceededException("connections", number, limits.maxConnections());
        }
    }

    boolean isAllowed() {
        return number <= limits.maxConnections();
    }

    void openStream() {
        take(streams, limits.maxConnectionStreams(), "append streams of a connection");
    }

    void closeStream() {
        streams.decrementAndGet();
    }

    void openSubscription() {
        take(subscriptions, limits.maxConnectionSubscriptions(), "subscriptions of a connection");
    }

    void closeSubscription() {
        subscriptions.decrementAndGet();
    }

    private static void take(AtomicInteger count, int most, String limit) {
        int taken = count.incrementAndGet();
        if (taken > most) {
            count.decrementAndGet();
            throw new LimitExceededException(limit, taken, most);
        }
    }
}
