package dev.bailiwick.benchmarks;

import java.util.function.LongPredicate;

/// A time to stop at, cheap enough to ask before every operation.
record Deadline(long atNs) {
    static Deadline inSeconds(double seconds) {
        return new Deadline(System.nanoTime() + (long) (seconds * 1e9));
    }

    boolean passed() {
        return System.nanoTime() - atNs >= 0;
    }

    LongPredicate notPassed() {
        return _ -> !passed();
    }
}
