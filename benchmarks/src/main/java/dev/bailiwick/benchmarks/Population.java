package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.IntSupplier;

/// The aggregates that a client writes to, and the version at which it knows each to be: four bytes for each.
///
/// An aggregate is claimed while an append to it is in flight, so the client never competes with itself and every append can
/// state the version it expects. Thread-safe.
final class Population {
    private static final UUID ORG = Ids.named("bench");
    private static final UUID TYPE = Ids.named("Orders");

    /// The version, or its complement while the aggregate is claimed.
    private final AtomicIntegerArray versions;

    Population(int size) {
        versions = new AtomicIntegerArray(size);
    }

    /// The key of the aggregate with this number: spread evenly, and the same in every run.
    static AggregateKey key(long number) {
        var random = new SplittableRandom(number);
        return AggregateKey.of(ORG, TYPE, new UUID(random.nextLong(), random.nextLong()));
    }

    int size() {
        return versions.length();
    }

    boolean claim(int aggregate) {
        int version = versions.get(aggregate);
        return version >= 0 && versions.compareAndSet(aggregate, version, ~version);
    }

    /// Claims the first free one that `choice` offers. There must be more aggregates than can be in flight, or it never ends.
    int claimOneOf(IntSupplier choice) {
        while (true) {
            int aggregate = choice.getAsInt();
            if (claim(aggregate)) {
                return aggregate;
            }
        }
    }

    int version(int aggregate) {
        int version = versions.get(aggregate);
        return version < 0 ? ~version : version;
    }

    /// Gives back what was claimed, after an append of so many events.
    void release(int aggregate, int appended) {
        versions.set(aggregate, version(aggregate) + appended);
    }
}
