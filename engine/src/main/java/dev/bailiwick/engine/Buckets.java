package dev.bailiwick.engine;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/// How often a number was how large. One thread adds, and anybody reads.
final class Buckets {
    /// From a twentieth of a millisecond to ten seconds.
    private static final long[] NANOS = {50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000, 5_000_000, 10_000_000,
            20_000_000, 50_000_000, 100_000_000, 200_000_000, 500_000_000, 1_000_000_000, 2_000_000_000L,
            5_000_000_000L, 10_000_000_000L};
    private static final long[] REQUESTS = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1_024, 2_048, 4_096};
    private static final double NANOS_PER_SECOND = 1e9;

    private final long[] bounds;
    private final double divisor;
    /// Those of the buckets, then the sum of all numbers.
    private final AtomicLongArray counts;

    private Buckets(long[] bounds, double divisor) {
        this.bounds = bounds;
        this.divisor = divisor;
        this.counts = new AtomicLongArray(bounds.length + 2);
    }

    /// Takes nanoseconds and tells seconds.
    static Buckets ofTimes() {
        return new Buckets(NANOS, NANOS_PER_SECOND);
    }

    static Buckets ofRequests() {
        return new Buckets(REQUESTS, 1);
    }

    void add(long number) {
        int found = Arrays.binarySearch(bounds, number);
        increase(found >= 0 ? found : -found - 1, 1);
        increase(bounds.length + 1, number);
    }

    Metric.Distribution distribution() {
        List<Double> upTo = Arrays.stream(bounds).mapToObj(bound -> bound / divisor).toList();
        var counted = new ArrayList<Long>();
        for (int i = 0; i <= bounds.length; i++) {
            counted.add(counts.getOpaque(i));
        }
        return new Metric.Distribution(upTo, counted, counts.getOpaque(bounds.length + 1) / divisor);
    }

    private void increase(int index, long by) {
        counts.setOpaque(index, counts.getPlain(index) + by);
    }
}
