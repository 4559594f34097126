package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ReadRequest;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/// One operation at a time on aggregates that are cold: how often each makes the disk read, and how long it takes.
final class ColdSingleTask implements Task {
    /// The first operations after the caches were dropped also read the program again; they do not count.
    private static final int UNCOUNTED = 100;

    private static final long IDLE_NANOS = 1_000_000_000;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        Stores.warmUp(input);
        int operations = input.number("operations");
        var order = new OnceEach(input.number("aggregates"), input.number("skip"), new Requests());
        try (var store = Stores.open(input)) {
            var device = BlockDevice.of(input.path("directory"));
            output.value("quiet", Quiet.await(output, input.number("quietSeconds")) ? 1 : 0);
            output.value("dropped", PageCache.drop());
            for (int i = 0; i < UNCOUNTED; i++) {
                append(store, order, new Counted(device));
                read(store, order, new Counted(device));
            }
            output.value("idleReads", idleReads(device));
            var appends = new Counted(device);
            var reads = new Counted(device);
            for (int i = 0; i < operations; i++) {
                append(store, order, appends);
                read(store, order, reads);
                output.progress(i, operations);
            }
            appends.report(output, "append");
            reads.report(output, "read");
        }
    }

    private static void append(EventStore store, OnceEach order, Counted counted) {
        var request = order.request(order.next());
        counted.count(() -> store.append(request));
    }

    private static void read(EventStore store, OnceEach order, Counted counted) {
        var request = ReadRequest.of(Population.key(order.next()));
        counted.count(() -> store.read(request));
    }

    /// What others make the disk do: not zero if the machine is not idle.
    private static double idleReads(Optional<BlockDevice> device) {
        long before = device.map(BlockDevice::completedReads).orElse(0L);
        long startNs = System.nanoTime();
        for (long left = IDLE_NANOS; left > 0; left = IDLE_NANOS - (System.nanoTime() - startNs)) {
            LockSupport.parkNanos(left);
        }
        return device.map(BlockDevice::completedReads).orElse(0L) - before;
    }

    /// Times and device reads of one kind of operation.
    private static final class Counted {
        private final Optional<BlockDevice> device;
        private final Latencies latencies = new Latencies();
        private final Histogram reads = new Histogram(3);

        Counted(Optional<BlockDevice> device) {
            this.device = device;
        }

        void count(Runnable operation) {
            long before = device.map(BlockDevice::completedReads).orElse(0L);
            long startNs = System.nanoTime();
            operation.run();
            latencies.record(System.nanoTime() - startNs);
            reads.recordValue(device.map(BlockDevice::completedReads).orElse(0L) - before);
        }

        void report(TaskOutput output, String name) {
            latencies.report(output, name + ".latency");
            if (device.isPresent()) {
                output.value(name + ".reads.p50", reads.getValueAtPercentile(50));
                output.value(name + ".reads.p99", reads.getValueAtPercentile(99));
                output.value(name + ".reads.max", reads.getMaxValue());
                output.value(name + ".reads.mean", reads.getMean());
            }
        }
    }
}
