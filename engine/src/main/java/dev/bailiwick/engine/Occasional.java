package dev.bailiwick.engine;

import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Something that takes a while to find out, and is found out anew when somebody asks and the last answer is too old. Thread-safe.
final class Occasional<T> {
    private final Supplier<T> finding;
    private final long maxAgeNanos;
    private @Nullable T found;
    private long foundAtNanos;

    Occasional(Duration maxAge, Supplier<T> finding) {
        this.maxAgeNanos = maxAge.toNanos();
        this.finding = finding;
    }

    synchronized T get() {
        var known = found;
        if (known == null || System.nanoTime() - foundAtNanos > maxAgeNanos) {
            known = finding.get();
            found = known;
            foundAtNanos = System.nanoTime();
        }
        return known;
    }
}
