package dev.bailiwick.benchmarks;

import dev.bailiwick.engine.BackupRequest;
import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EmbeddedStore;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.ReadRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.SplittableRandom;

/// Fills a store with scattered streams, then reads them cold before and after compaction, backs it up, and appends beside compaction. Nothing
/// is compacted but when that is asked for.
final class OperationsTask implements Task {
    private static final Streams SCATTERED = new Streams(10, 300_000_000, 1);
    /// The first reads after the caches were dropped also read the program again; they do not count.
    private static final int UNCOUNTED = 100;
    private static final int WINDOW = 1_024;
    private static final int MOST_TURNS = 3;
    /// Small, so that there are many.
    private static final int SEGMENT_BYTES = 16 << 20;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        int streams = SCATTERED.count(input.number("events"));
        try (var store = open(input)) {
            Filling.appends(store, new InTurn(SCATTERED.base(), streams, SCATTERED.batch(), ExpectedVersion.any()),
                    streams * SCATTERED.length(), output);
        }
        readCold(input, output, "before", 1);
        try (var store = open(input)) {
            store.compact(CompactionRequest.everything());
        }
        readCold(input, output, "after", 2);
        try (var store = open(input)) {
            backUp(store, input.path("directory"), output);
            appendBesideCompaction(store, input, output);
        }
    }

    private static EmbeddedStore open(TaskInput input) {
        return Bailiwick.open(EngineOptions.at(input.path("directory").resolve("store"))
                .withShards(input.number("shards")).withMemoryBytes((long) input.number("memoryMegabytes") << 20)
                .withSegmentBytes(SEGMENT_BYTES).withCompactionBytesPerSecond(0));
    }

    /// @param seed other streams than those that were read before
    private static void readCold(TaskInput input, TaskOutput output, String name, long seed)
            throws IOException, InterruptedException {
        var device = BlockDevice.of(input.path("directory"));
        int streams = SCATTERED.count(input.number("events"));
        int operations = input.number("operations");
        var random = new SplittableRandom(seed);
        var latencies = new Latencies();
        long reads = 0;
        try (var store = open(input)) {
            output.value("dropped", PageCache.drop());
            for (int i = 0; i < UNCOUNTED + operations; i++) {
                var request = ReadRequest.of(Population.key(SCATTERED.aggregate(random.nextInt(streams))));
                long readsBefore = device.map(BlockDevice::completedReads).orElse(0L);
                long startNs = System.nanoTime();
                store.read(request);
                if (i >= UNCOUNTED) {
                    latencies.record(System.nanoTime() - startNs);
                    reads += device.map(BlockDevice::completedReads).orElse(0L) - readsBefore;
                }
                output.progress(i, UNCOUNTED + operations);
            }
        }
        latencies.report(output, name);
        output.value(name + ".reads", device.isPresent() ? (double) reads / operations : Double.NaN);
    }

    private static void backUp(EmbeddedStore store, Path directory, TaskOutput output) throws IOException {
        long startNs = System.nanoTime();
        var report = store.backup(BackupRequest.to(directory.resolve("backup")));
        output.value("backup.seconds", (System.nanoTime() - startNs) / 1e9);
        output.value("backup.bytes", report.copiedBytes());
        long againNs = System.nanoTime();
        var again = store.backup(
                BackupRequest.to(directory.resolve("incremental")).since(directory.resolve("backup")));
        output.value("incremental.seconds", (System.nanoTime() - againNs) / 1e9);
        output.value("incremental.bytes", again.copiedBytes());
        Trees.delete(directory.resolve("backup"));
        Trees.delete(directory.resolve("incremental"));
    }

    /// Who begins changes from turn to turn, so that neither always finds what the other left behind.
    private static void appendBesideCompaction(EmbeddedStore store, TaskInput input, TaskOutput output)
            throws Exception {
        var population = new Population(input.number("aggregates"));
        var load = new SteadyLoad(store, new RandomWorkload(population, new Requests(), 5));
        Stores.warmUp(store, input, population);
        int seconds = input.number("seconds");
        double peak = new Pipeline(store, WINDOW).run(load.workload(), Deadline.inSeconds(seconds).notPassed())
                / (double) seconds;
        double perSecond = peak * input.number("loadPercent") / 100;
        var alone = new Latencies();
        var beside = new Latencies();
        var ratios = new ArrayList<Double>();
        long compacted = 0;
        int turns = Math.min(MOST_TURNS, seconds);
        for (int turn = 0; turn < turns; turn++) {
            double first = turn % 2 == 0 ? load.run(perSecond, seconds, alone) : Double.NaN;
            var compacting = SteadyCompaction.of(store);
            double p99;
            try (compacting) {
                p99 = load.run(perSecond, seconds, beside);
            }
            compacted += compacting.bytes();
            double p99Alone = turn % 2 == 0 ? first : load.run(perSecond, seconds, alone);
            ratios.add(p99 / p99Alone);
            output.progress(turn, turns);
        }
        output.value("perSecond", perSecond);
        output.value("turns", turns);
        output.value("compacted", compacted);
        output.value("ratio", Numbers.median(ratios.stream().mapToDouble(Double::doubleValue).toArray()));
        alone.report(output, "alone");
        beside.report(output, "beside");
    }
}
