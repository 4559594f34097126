package dev.bailiwick.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// Time that passes when a test says so. Begins at the machine's time, since files bear that. Thread-safe.
final class HandClock implements InstantSource {
    private final Instant begin = Instant.now();
    private final AtomicLong passedNs = new AtomicLong();

    void pass(Duration duration) {
        passedNs.addAndGet(duration.toNanos());
    }

    long nanoTime() {
        return passedNs.get();
    }

    @Override
    public Instant instant() {
        return begin.plusNanos(passedNs.get());
    }
}
