package dev.bailiwick.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// A clock that stands still until a test moves it, forwards or backwards. Thread-safe.
public final class SettableClock implements InstantSource {
    private volatile Instant now;

    public SettableClock(Instant start) {
        now = start;
    }

    @Override
    public Instant instant() {
        return now;
    }

    public void set(Instant instant) {
        now = instant;
    }

    /// Forwards, or backwards by a negative amount. For one thread at a time.
    public void advance(Duration amount) {
        set(now.plus(amount));
    }
}
