package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// Appends that arrive on a schedule; the latency of each counts from when it was due. Where the task has seconds to settle in, so much of
/// the schedule comes before what counts: a store that was warmed up at full load has work left over from it.
final class OpenLoopTask implements Task {
    private static final long PAUSE_NANOS = 50_000;

    private final Latencies first = new Latencies();
    private final Latencies all = new Latencies();
    private final Latencies last = new Latencies();
    private final AtomicLong written = new AtomicLong();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        if (!Stores.isRemote(input)) {
            Stores.warmUp(input);
        }
        int perSecond = input.number("perSecond");
        int uncounted = input.numberOr("settleSeconds", 0) * perSecond;
        int events = uncounted + input.number("events");
        var population = new Population(input.number("aggregates"));
        var workload = new RandomWorkload(population, new Requests(), 5);
        try (var store = Stores.open(input)) {
            if (Stores.isRemote(input)) {
                Stores.warmUp(store, input, population);
            }
            var schedule = Schedule.startingNow(perSecond);
            for (int i = 0; i < events && failure.get() == null; i++) {
                send(store, workload, i - uncounted, events - uncounted, schedule.await(i));
                if (i % 4_096 == 0) {
                    output.progress(i, events);
                }
            }
            double seconds = (System.nanoTime() - schedule.startNs()) / 1e9;
            while (written.get() < events && failure.get() == null) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            output.value("rate", events / seconds);
        }
        var failed = failure.get();
        if (failed != null) {
            throw new IllegalStateException("an append failed", failed);
        }
        first.report(output, "first");
        all.report(output, "all");
        last.report(output, "last");
    }

    /// @param number negative for one that does not count
    private void send(EventStore store, Workload workload, int number, int events, long intendedNs) {
        int aggregate = workload.next();
        var request = workload.request(aggregate);
        var result = store.appendAsync(request);
        while (Pipeline.isBusy(result)) {
            LockSupport.parkNanos(PAUSE_NANOS);
            result = store.appendAsync(request);
        }
        var _ = result.whenComplete((_, failed) -> {
            if (failed == null) {
                if (number >= 0) {
                    record(System.nanoTime() - intendedNs, number * 10L / events);
                }
                workload.written(aggregate);
                written.incrementAndGet();
            } else {
                failure.compareAndSet(null, failed);
            }
        });
    }

    private void record(long nanos, long tenth) {
        all.record(nanos);
        if (tenth == 0) {
            first.record(nanos);
        } else if (tenth == 9) {
            last.record(nanos);
        }
    }
}
