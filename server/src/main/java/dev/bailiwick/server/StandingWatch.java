package dev.bailiwick.server;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/// Looks every second at what callers have open, and ends what belongs to one who would not be let in any more: a stream to which nothing
/// comes would not notice by itself.
///
/// Thread-safe.
final class StandingWatch implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Set<Watched> open = ConcurrentHashMap.newKeySet();
    private final ScheduledExecutorService sweeper = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("bailiwick-access").factory());

    private StandingWatch() {
    }

    /// What may outlast the standing of its caller.
    interface Watched {
        /// Ends it if its caller has lost its standing. Must not wait.
        void endUnlessInGoodStanding();
    }

    /// Looks when somebody calls [#sweep].
    static StandingWatch manual() {
        return new StandingWatch();
    }

    static StandingWatch everySecond() {
        var watch = manual();
        var _ = watch.sweeper.scheduleWithFixedDelay(watch::sweep, EVERY.toMillis(), EVERY.toMillis(),
                TimeUnit.MILLISECONDS);
        return watch;
    }

    void add(Watched watched) {
        open.add(watched);
    }

    void remove(Watched watched) {
        open.remove(watched);
    }

    int count() {
        return open.size();
    }

    void sweep() {
        open.forEach(Watched::endUnlessInGoodStanding);
    }

    @Override
    public void close() {
        sweeper.shutdownNow();
    }
}
