package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import java.util.Collections;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

/// Blocking appends by virtual threads, one in flight each, for several numbers of threads.
final class OneInFlightTask implements Task {
    private final Requests requests = new Requests();

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var population = new Population(input.number("aggregates"));
        var levels = input.numbers("levels");
        try (var store = Stores.open(input)) {
            WarmUp.untilSteady(input,
                    seconds -> run(store, population, Collections.max(levels), seconds, new Latencies()));
            for (int writers : levels) {
                var latencies = new Latencies();
                output.value(writers + ".rate", run(store, population, writers, input.number("seconds"), latencies));
                latencies.report(output, writers + ".latency");
            }
        }
    }

    private double run(EventStore store, Population population, int writers, double seconds, Latencies latencies)
            throws InterruptedException, ExecutionException {
        return OneInFlight.run(writers, Thread.ofVirtual().factory(), seconds, writer -> {
            var workload = new RandomWorkload(population, requests, new SplittableRandom(writer).nextLong());
            return () -> {
                int aggregate = workload.next();
                long startNs = System.nanoTime();
                store.append(workload.request(aggregate));
                latencies.record(System.nanoTime() - startNs);
                workload.written(aggregate);
            };
        });
    }
}
