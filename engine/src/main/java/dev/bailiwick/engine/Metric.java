package dev.bailiwick.engine;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/// One number, or one distribution, that a store tells of itself. It has its value whenever it is asked, also after the store was closed,
/// and asking neither waits for the store's threads nor holds them up. A value that nobody knows any more is not a number.
///
/// Thread-safe.
public sealed interface Metric {
    Series series();

    /// Only grows, from 0 when the store was opened.
    record Counter(Series series, DoubleSupplier value) implements Metric {}

    /// How something is now.
    record Gauge(Series series, DoubleSupplier value) implements Metric {}

    /// How often a value was how large, since the store was opened.
    record Histogram(Series series, Supplier<Distribution> value) implements Metric {}

    /// What a metric is called. Name and tags together are unique within a store, and a name always comes with the same unit, description
    /// and names of tags. Names stay as they are from one version to the next.
    ///
    /// @param name words with dots between them
    /// @param unit `seconds`, `bytes`, what is counted, or empty where the name says that
    record Series(String name, String unit, String description, SortedMap<String, String> tags) {
        public Series {
            tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
        }
    }

    /// How many values were how large.
    ///
    /// @param bounds up to and including which value each bucket reaches, ascending
    /// @param counts of each bucket, and of what is beyond the last bound
    /// @param sum of all values
    record Distribution(List<Double> bounds, List<Long> counts, double sum) {
        public Distribution {
            bounds = List.copyOf(bounds);
            counts = List.copyOf(counts);
            if (counts.size() != bounds.size() + 1) {
                throw new IllegalArgumentException(
                        counts.size() + " counts do not belong to " + bounds.size() + " bounds");
            }
        }

        public long count() {
            return counts.stream().mapToLong(Long::longValue).sum();
        }
    }
}
