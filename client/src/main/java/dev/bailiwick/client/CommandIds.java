package dev.bailiwick.client;

import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/// Version-7 UUIDs for requests that have no id of their own: 48 bits of time, 74 random ones. Thread-safe.
final class CommandIds {
    private static final long VERSION = 0x7000;
    private static final long VARIANT = 0x8000_0000_0000_0000L;

    private final InstantSource clock;

    CommandIds(InstantSource clock) {
        this.clock = clock;
    }

    UUID next() {
        var random = ThreadLocalRandom.current();
        return new UUID(clock.millis() << 16 | VERSION | random.nextInt(1 << 12), VARIANT | random.nextLong() >>> 2);
    }
}
