package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Appends on a schedule, for some seconds at a time. Latency counts from when an append was due. Used by one thread.
///
/// @param workload that knows the versions of its aggregates
record SteadyLoad(EventStore store, Workload workload) {
    private static final long PAUSE_NANOS = 50_000;

    /// Returns the p99 of this run, and adds its latencies to `all`.
    double run(double perSecond, double seconds, Latencies all) {
        long count = Math.max(1, (long) (perSecond * seconds));
        var own = new Latencies();
        var written = new AtomicLong();
        var failure = new AtomicReference<@Nullable Throwable>();
        var schedule = Schedule.startingNow(perSecond);
        for (long i = 0; i < count && failure.get() == null; i++) {
            long intendedNs = schedule.await(i);
            int aggregate = workload.next();
            var request = workload.request(aggregate);
            var result = store.appendAsync(request);
            while (Pipeline.isBusy(result)) {
                LockSupport.parkNanos(PAUSE_NANOS);
                result = store.appendAsync(request);
            }
            var _ = result.whenComplete((_, failed) -> {
                if (failed == null) {
                    own.record(System.nanoTime() - intendedNs);
                    all.record(System.nanoTime() - intendedNs);
                    workload.written(aggregate);
                    written.incrementAndGet();
                } else {
                    failure.compareAndSet(null, failed);
                }
            });
        }
        while (written.get() < count && failure.get() == null) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        var failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("an append failed", failed);
        }
        return own.percentile(99);
    }
}
