package dev.bailiwick.benchmarks;

import java.util.SplittableRandom;

/// Blocking appends by virtual threads, one in flight each, for several numbers of threads.
final class OneInFlightTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var population = new Population(input.number("aggregates"));
        try (var store = Stores.open(input)) {
            Stores.warmUp(store, input, population);
            for (int writers : input.numbers("levels")) {
                var latencies = new Latencies();
                var requests = new Requests();
                double rate = OneInFlight.run(writers, Thread.ofVirtual().factory(), input.number("seconds"),
                        writer -> {
                            var workload = new RandomWorkload(population, requests,
                                    new SplittableRandom(writer).nextLong());
                            return () -> {
                                int aggregate = workload.next();
                                long startNs = System.nanoTime();
                                store.append(workload.request(aggregate));
                                latencies.record(System.nanoTime() - startNs);
                                workload.written(aggregate);
                            };
                        });
                output.value(writers + ".rate", rate);
                latencies.report(output, writers + ".latency");
            }
        }
    }
}
