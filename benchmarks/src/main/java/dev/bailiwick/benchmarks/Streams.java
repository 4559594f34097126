package dev.bailiwick.benchmarks;

import java.util.List;

/// Streams of one length, of which there are as many as make up a given number of events.
///
/// @param batch how many events were appended at once; longer streams have larger ones, and all streams of a length took turns,
///        so that their events lie scattered
record Streams(int length, int base, int batch) {
    static final Streams SHORT = new Streams(10, 0, 1);
    static final Streams MIDDLE = new Streams(1_000, 100_000_000, 10);
    static final Streams LONG = new Streams(100_000, 200_000_000, 100);

    static List<Streams> all() {
        return List.of(SHORT, MIDDLE, LONG);
    }

    int count(int events) {
        return Math.max(1, events / length);
    }

    /// The number of the aggregate with this place among them.
    int aggregate(int number) {
        return base + number;
    }
}
