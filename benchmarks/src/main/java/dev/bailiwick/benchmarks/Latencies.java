package dev.bailiwick.benchmarks;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.ConcurrentHistogram;

/// A distribution of times, from a microsecond to minutes with three digits. Thread-safe.
final class Latencies {
    private final ConcurrentHistogram histogram = new ConcurrentHistogram(1_000, TimeUnit.MINUTES.toNanos(10), 3);

    void record(long nanos) {
        histogram.recordValue(Math.min(Math.max(0, nanos), histogram.getHighestTrackableValue()));
    }

    double percentile(double percent) {
        return histogram.getTotalCount() == 0 ? Double.NaN : histogram.getValueAtPercentile(percent);
    }

    /// Times in nanoseconds.
    void report(TaskOutput output, String name) {
        output.value(name + ".count", histogram.getTotalCount());
        output.value(name + ".p50", percentile(50));
        output.value(name + ".p90", percentile(90));
        output.value(name + ".p99", percentile(99));
        output.value(name + ".p999", percentile(99.9));
        output.value(name + ".max", percentile(100));
    }
}
