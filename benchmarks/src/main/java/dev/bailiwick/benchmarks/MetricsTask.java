package dev.bailiwick.benchmarks;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineMetrics;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.engine.Metric;
import dev.bailiwick.store.EventStore;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/// The same load on a store that counts and on one that does not, in turns.
final class MetricsTask implements Task {
    /// What switches counting off for a store that is opened while it is set.
    private static final String SWITCH = "bailiwick.engine.metrics";
    private static final double TURN_SECONDS = 1;
    /// For every second that a level is to be measured.
    private static final int TURNS_PER_SECOND = 4;
    private static final String SHARD_THREADS = "bailiwick-shard";
    private static final String ASKING_THREAD = "asking";

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var counting = new Side(input, "counting"); var silent = silent(input)) {
            counting.warmUp();
            silent.warmUp();
            counting.askEverySecond();
            for (int window : input.numbers("levels")) {
                takeTurns(counting, silent, window, input.number("seconds"), output);
            }
        }
    }

    private static Side silent(TaskInput input) {
        System.setProperty(SWITCH, "off");
        try {
            return new Side(input, "silent");
        } finally {
            System.clearProperty(SWITCH);
        }
    }

    /// Who begins changes, since the second may find the disk busy with what the first left behind.
    private static void takeTurns(Side counting, Side silent, int window, int seconds, TaskOutput output) {
        var counted = new ArrayList<Turn>();
        var uncounted = new ArrayList<Turn>();
        for (int turn = 0; turn < TURNS_PER_SECOND * seconds; turn++) {
            boolean countingFirst = turn % 2 == 0;
            var first = (countingFirst ? counting : silent).turn(window);
            var second = (countingFirst ? silent : counting).turn(window);
            counted.add(countingFirst ? first : second);
            uncounted.add(countingFirst ? second : first);
        }
        output.value(window + ".counting.rate", median(counted, Turn::rate));
        output.value(window + ".silent.rate", median(uncounted, Turn::rate));
        output.value(window + ".counting.cpu", median(counted, Turn::cpuNs));
        output.value(window + ".silent.cpu", median(uncounted, Turn::cpuNs));
        output.value(window + ".ratio", Numbers.median(IntStream.range(0, counted.size())
                .mapToDouble(turn -> counted.get(turn).cpuNs() / uncounted.get(turn).cpuNs()).toArray()));
    }

    private static double median(List<Turn> turns, ToDoubleFunction<Turn> value) {
        return Numbers.median(turns.stream().mapToDouble(value).toArray());
    }

    /// @param rate appends a second
    /// @param cpuNs processor time of an append, of the threads that count or ask: the sender, the shards' and the one that asks
    private record Turn(double rate, double cpuNs) {}

    /// One of the two stores, with half of the memory.
    private static final class Side implements AutoCloseable {
        private final TaskInput input;
        private final EventStore store;
        private final RandomWorkload workload;
        private final Population population;
        private final ScheduledExecutorService asking = Executors
                .newSingleThreadScheduledExecutor(Thread.ofPlatform().daemon().name(ASKING_THREAD).factory());

        @SuppressWarnings("UnusedVariable")
        private double asked; // so that no compiler finds the asking useless

        Side(TaskInput input, String name) {
            this.input = input;
            this.store = Bailiwick.open(EngineOptions.at(input.path("directory").resolve(name))
                    .withShards(input.number("shards"))
                    .withMemoryBytes(Math.max(128L << 20, ((long) input.number("memoryMegabytes") << 20) / 2)));
            this.population = new Population(input.number("aggregates") / 2);
            this.workload = new RandomWorkload(population, new Requests(), 1);
        }

        void warmUp() throws Exception {
            Stores.warmUp(store, input, population);
        }

        void askEverySecond() {
            var metrics = EngineMetrics.of(store).orElseThrow();
            var _ = asking.scheduleAtFixedRate(
                    () -> asked += metrics.all().stream().mapToDouble(Side::ask).sum(), 1, 1, TimeUnit.SECONDS);
        }

        private static double ask(Metric metric) {
            return switch (metric) {
                case Metric.Counter counter -> counter.value().getAsDouble();
                case Metric.Gauge gauge -> gauge.value().getAsDouble();
                case Metric.Histogram histogram -> histogram.value().get().sum();
            };
        }

        /// The other store has nothing to do meanwhile, so what its threads take does not matter.
        Turn turn(int window) {
            long startNs = System.nanoTime();
            long cpuNs = cpuNs();
            double written = new Pipeline(store, window).run(workload, Deadline.inSeconds(TURN_SECONDS).notPassed());
            return new Turn(written * 1e9 / (System.nanoTime() - startNs), (cpuNs() - cpuNs) / written);
        }

        private static long cpuNs() {
            var threads = ManagementFactory.getThreadMXBean();
            long own = Thread.currentThread().threadId();
            long sum = 0;
            for (var thread : threads.getThreadInfo(threads.getAllThreadIds())) {
                if (thread != null && (thread.getThreadId() == own || thread.getThreadName().startsWith(SHARD_THREADS)
                        || thread.getThreadName().equals(ASKING_THREAD))) {
                    sum += Math.max(0, threads.getThreadCpuTime(thread.getThreadId()));
                }
            }
            return sum;
        }

        @Override
        public void close() {
            asking.shutdownNow();
            store.close();
        }
    }
}
