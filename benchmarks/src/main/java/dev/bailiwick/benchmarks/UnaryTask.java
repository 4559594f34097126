package dev.bailiwick.benchmarks;

import dev.bailiwick.protocol.Appends;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc.EventStoreServiceFutureStub;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// One call for each append, as a client of any language makes it: virtual threads with one in flight each, over a few
/// connections.
final class UnaryTask implements Task {
    private static final int MAX_CALLS_PER_CONNECTION = 512;
    private static final int WARM_UP_CALLERS = 1_024;

    private final Requests requests = new Requests();

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var population = new Population(input.number("aggregates"));
        var levels = input.numbers("levels");
        WarmUp.untilSteady(input,
                seconds -> run(input, WARM_UP_CALLERS, seconds, population, new Latencies()));
        for (int callers : levels) {
            var latencies = new Latencies();
            output.value(callers + ".rate", run(input, callers, input.number("seconds"), population, latencies));
            latencies.report(output, callers + ".latency");
        }
    }

    private double run(TaskInput input, int callers, double seconds, Population population, Latencies latencies)
            throws Exception {
        var channels = new ArrayList<ManagedChannel>();
        try {
            for (int i = 0; i < Math.ceilDiv(callers, MAX_CALLS_PER_CONNECTION); i++) {
                channels.add(ManagedChannelBuilder.forAddress("127.0.0.1", input.number(ServeTask.PORT)).usePlaintext()
                        .directExecutor().build());
            }
            List<EventStoreServiceFutureStub> stubs = channels.stream().map(EventStoreServiceGrpc::newFutureStub)
                    .toList();
            return OneInFlight.run(callers, Thread.ofVirtual().factory(), seconds, caller -> {
                var workload = new RandomWorkload(population, requests, new SplittableRandom(caller).nextLong());
                var stub = stubs.get(caller % stubs.size());
                return () -> {
                    int aggregate = workload.next();
                    long startNs = System.nanoTime();
                    var request = workload.request(aggregate);
                    var _ = stub.append(Appends.encode(request, request.commandId().orElseThrow())).get();
                    latencies.record(System.nanoTime() - startNs);
                    workload.written(aggregate);
                };
            });
        } finally {
            channels.forEach(ManagedChannel::shutdownNow);
        }
    }
}
