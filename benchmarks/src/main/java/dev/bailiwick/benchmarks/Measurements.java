package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// What a worker measured. Used by one thread.
final class Measurements {
    private final Map<String, Double> values = new HashMap<>();
    private final List<String> notes = new ArrayList<>();

    void put(String name, double value) {
        values.put(name, value);
    }

    void note(String text) {
        notes.add(text);
    }

    /// NaN if it was not measured.
    double value(String name) {
        return values.getOrDefault(name, Double.NaN);
    }

    List<String> notes() {
        return List.copyOf(notes);
    }

    /// The distribution that [Latencies#report] wrote under this name, in one line.
    String distribution(String name) {
        return "p50 " + Numbers.duration(value(name + ".p50")) + ", p90 " + Numbers.duration(value(name + ".p90"))
                + ", p99 " + Numbers.duration(value(name + ".p99")) + ", p99.9 "
                + Numbers.duration(value(name + ".p999")) + ", max " + Numbers.duration(value(name + ".max"));
    }
}
