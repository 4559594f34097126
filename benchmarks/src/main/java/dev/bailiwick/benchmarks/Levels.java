package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The rates of one system at several levels of concurrency, in several rounds.
final class Levels {
    /// @param rate the median of the rounds
    record Level(String label, double rate) {}

    private final Map<String, List<Double>> rates = new LinkedHashMap<>();

    void add(String label, double rate) {
        rates.computeIfAbsent(label, _ -> new ArrayList<>()).add(rate);
    }

    List<Level> all() {
        return rates.entrySet().stream().map(entry -> new Level(entry.getKey(),
                Numbers.median(entry.getValue().stream().mapToDouble(Double::doubleValue).toArray()))).toList();
    }

    Level level(String label) {
        return all().stream().filter(level -> level.label().equals(label)).findFirst()
                .orElse(new Level(label, Double.NaN));
    }

    /// The best level; its rate is NaN if nothing was measured.
    Level best() {
        return all().stream().max(Comparator.comparingDouble(Level::rate)).orElse(new Level("none", Double.NaN));
    }
}
