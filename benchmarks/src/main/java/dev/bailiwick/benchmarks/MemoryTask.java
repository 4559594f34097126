package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ReadRequest;
import java.lang.management.ManagementFactory;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/// How much memory the process has after it wrote to more and more aggregates. Its JVM touches the whole heap when it starts, so
/// that what is resident does not depend on how much of the heap was in use at some time.
final class MemoryTask implements Task {
    private static final int READS = 20_000;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        int filled = 0;
        try (var store = Stores.open(input)) {
            for (int aggregates : input.numbers("levels")) {
                var most = new MostResident();
                Filling.firstEvents(store, filled, aggregates, output);
                filled = aggregates;
                readSome(store, filled);
                output.value(aggregates + ".most", most.end());
                report(output, aggregates);
            }
        }
    }

    /// Caches that fill by reading are part of the memory.
    private static void readSome(EventStore store, int aggregates) {
        var random = new SplittableRandom(13);
        for (int i = 0; i < READS; i++) {
            store.read(ReadRequest.of(Population.key(random.nextInt(aggregates))));
        }
    }

    private static void report(TaskOutput output, int aggregates) {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        var heap = memory.getHeapMemoryUsage();
        double resident = resident();
        output.value(aggregates + ".resident", resident);
        output.value(aggregates + ".heapUsed", heap.getUsed());
        output.value(aggregates + ".live", resident - heap.getCommitted() + heap.getUsed());
    }

    private static double resident() {
        return Proc.bytes("/proc/self/status", "RssAnon");
    }

    /// Looks ten times a second, until it is ended.
    private static final class MostResident {
        private static final long LOOK_NANOS = 100_000_000;

        private final Thread thread = Thread.ofPlatform().daemon().unstarted(this::look);
        private volatile double most;
        private volatile boolean ended;

        MostResident() {
            thread.start();
        }

        private void look() {
            while (!ended) {
                most = Math.max(most, resident());
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }

        double end() throws InterruptedException {
            ended = true;
            thread.join();
            return most;
        }
    }
}
