package dev.bailiwick.engine;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/// Which partitions are written to most. What counts is what was written lately: since the moment before the last at which this
/// was noted, and it is noted when somebody asks and the last time is a minute ago. So who asks every few seconds hears of the last
/// one to two minutes, and who asks seldom of the time since he asked before.
///
/// Thread-safe.
final class PartitionHeat {
    private static final long NOTED_EVERY_NANOS = 60_000_000_000L;

    private final PartitionMeter meter;
    private final LongSupplier nanos;
    private long[] before;
    private long[] last;
    private long lastNanos;

    PartitionHeat(PartitionMeter meter, LongSupplier nanos) {
        this.meter = meter;
        this.nanos = nanos;
        this.before = new long[meter.count()];
        this.last = new long[meter.count()];
        this.lastNanos = nanos.getAsLong();
    }

    /// Events that were written lately.
    ///
    /// @param events of each partition
    @SuppressWarnings("ArrayRecordComponent") // a view of one moment, never compared
    record Recent(long[] events) {
        /// The partition with the most; -1 if nothing was written.
        int hottest() {
            int hottest = -1;
            for (int partition = 0; partition < events.length; partition++) {
                if (events[partition] > (hottest < 0 ? 0 : events[hottest])) {
                    hottest = partition;
                }
            }
            return hottest;
        }

        /// What part of everything the so many partitions with the most have; 0 if nothing was written.
        double shareOf(int partitions) {
            var sorted = events.clone();
            Arrays.sort(sorted);
            long all = Arrays.stream(sorted).sum();
            long most = Arrays.stream(sorted, Math.max(0, sorted.length - partitions), sorted.length).sum();
            return all == 0 ? 0 : (double) most / all;
        }

        /// Those with the most, most first, without those that have none.
        List<Integer> hottest(int count) {
            return IntStream.range(0, events.length).filter(partition -> events[partition] > 0).boxed()
                    .sorted(Comparator.comparingLong((Integer partition) -> events[partition]).reversed())
                    .limit(count).toList();
        }
    }

    synchronized Recent recent() {
        var now = new long[meter.count()];
        Arrays.setAll(now, meter::events);
        var since = before;
        long nowNanos = nanos.getAsLong();
        if (nowNanos - lastNanos >= NOTED_EVERY_NANOS) {
            before = last;
            last = now.clone();
            lastNanos = nowNanos;
        }
        for (int partition = 0; partition < now.length; partition++) {
            now[partition] -= since[partition];
        }
        return new Recent(now);
    }
}
