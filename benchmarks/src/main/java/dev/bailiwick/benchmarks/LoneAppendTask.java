package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import java.io.IOException;
import java.nio.file.Files;

/// One append at a time, and one bare write and flush at a time, in blocks that alternate: what disturbs the disk then disturbs
/// both.
final class LoneAppendTask implements Task {
    private static final int BLOCK = 100;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var population = new Population(input.number("aggregates"));
        var workload = new RandomWorkload(population, new Requests(), 3);
        var bare = Files.createDirectories(input.path("directory")).resolveSibling("bare-file");
        try (var store = Stores.open(input); var file = new ZeroedFile(bare, RawFlushTask.FILE_BYTES, 1)) {
            Stores.warmUp(store, input, population);
            measure(store, workload, file, 2.0 * input.number("seconds"), new Latencies(), new Latencies());
            var appends = new Latencies();
            var flushes = new Latencies();
            measure(store, workload, file, 2 * input.number("seconds"), appends, flushes);
            appends.report(output, "append");
            flushes.report(output, "flush");
        }
    }

    private static void measure(EventStore store, Workload workload, ZeroedFile file, double seconds, Latencies appends,
            Latencies flushes) throws IOException {
        var deadline = Deadline.inSeconds(seconds);
        while (!deadline.passed()) {
            for (int i = 0; i < BLOCK; i++) {
                int aggregate = workload.next();
                long startNs = System.nanoTime();
                store.append(workload.request(aggregate));
                appends.record(System.nanoTime() - startNs);
                workload.written(aggregate);
            }
            for (int i = 0; i < BLOCK; i++) {
                long startNs = System.nanoTime();
                file.append(1);
                flushes.record(System.nanoTime() - startNs);
            }
        }
    }
}
