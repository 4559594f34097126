package dev.bailiwick.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Subscriptions that may outlast the key they were opened with. A thread looks through them every second, since one to which nothing
/// comes would not notice by itself.
///
/// Thread-safe.
final class OpenSubscriptions implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Set<ScopedSubscription> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("bailiwick-access").factory());

    private OpenSubscriptions() {
    }

    /// Looked through when somebody calls [#sweep].
    static OpenSubscriptions unwatched() {
        return new OpenSubscriptions();
    }

    static OpenSubscriptions watched() {
        var subscriptions = unwatched();
        var _ = subscriptions.sweeper.scheduleWithFixedDelay(subscriptions::sweep, EVERY.toMillis(),
                EVERY.toMillis(), TimeUnit.MILLISECONDS);
        return subscriptions;
    }

    void add(ScopedSubscription subscription) {
        open.add(subscription);
        var _ = subscription.end().thenRun(() -> open.remove(subscription));
    }

    int count() {
        return open.size();
    }

    /// Ends those whose caller would not be let in any more.
    void sweep() {
        open.forEach(ScopedSubscription::endUnlessInGoodStanding);
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }
}
