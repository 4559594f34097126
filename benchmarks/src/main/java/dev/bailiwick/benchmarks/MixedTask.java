package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Single and joint appends, hot and cold reads together: first as fast as they go, then on a schedule at half of that.
final class MixedTask implements Task {
    /// So many may wait before the schedule waits too; what is late then still counts from when it was due.
    private static final int MAX_OUTSTANDING = 50_000;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var store = Stores.open(input)) {
            var population = filled(store, input, output);
            var load = new MixedLoad(store, population);
            WarmUp.untilSteady(input, seconds -> closed(load, input.numbers("levels").getLast(), seconds));
            output.value("dropped", PageCache.drop());
            double best = 0;
            for (int clients : input.numbers("levels")) {
                double rate = closed(load, clients, input.number("seconds"));
                output.value(clients + ".rate", rate);
                best = Math.max(best, rate);
            }
            open(load, best * input.number("loadPercent") / 100, input, output);
        }
    }

    private static Population filled(EventStore store, TaskInput input, TaskOutput output) {
        var population = new Population(input.number("aggregates"));
        Filling.firstEvents(store, 0, population.size(), output);
        for (int i = 0; i < population.size(); i++) {
            population.claim(i);
            population.release(i, 1);
        }
        return population;
    }

    private static double closed(MixedLoad load, int clients, double seconds) throws Exception {
        return OneInFlight.run(clients, Thread.ofVirtual().factory(), seconds, client -> {
            var random = new SplittableRandom(client);
            return () -> load.perform(MixedLoad.Kind.next(random), random);
        });
    }

    /// For so long that segments end meanwhile. What comes before, while compilers get to know the load and what is left over from full load
    /// is done, does not count.
    private static void open(MixedLoad load, double perSecond, TaskInput input, TaskOutput output)
            throws InterruptedException {
        double seconds = 5.0 * input.number("seconds");
        long uncounted = (long) (perSecond * input.number("settleSeconds"));
        Map<MixedLoad.Kind, Latencies> latencies = new EnumMap<>(MixedLoad.Kind.class);
        for (var kind : MixedLoad.Kind.values()) {
            latencies.put(kind, new Latencies());
        }
        var failure = new AtomicReference<@Nullable RuntimeException>();
        var room = new Semaphore(MAX_OUTSTANDING);
        var random = new SplittableRandom(11);
        long count = uncounted + Math.max(1, (long) (perSecond * seconds));
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            var schedule = Schedule.startingNow(perSecond);
            for (long i = 0; i < count && failure.get() == null; i++) {
                long intendedNs = schedule.await(i);
                room.acquire();
                var kind = MixedLoad.Kind.next(random);
                var own = random.split();
                boolean counts = i >= uncounted;
                executor.execute(() -> {
                    try {
                        load.perform(kind, own);
                        var into = latencies.get(kind);
                        if (counts && into != null) {
                            into.record(System.nanoTime() - intendedNs);
                        }
                    } catch (RuntimeException e) {
                        failure.compareAndSet(null, e);
                    } finally {
                        room.release();
                    }
                });
            }
        }
        var failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        output.value("open.perSecond", perSecond);
        output.value("open.seconds", seconds);
        latencies.forEach((kind, measured) -> measured.report(output, kind.name().toLowerCase(Locale.ROOT)));
    }
}
