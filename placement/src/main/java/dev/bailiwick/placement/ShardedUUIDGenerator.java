package dev.bailiwick.placement;

import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.LongSupplier;

/// Makes [ShardedUUID]s that increase strictly within a thread, without a lock and without state per thread.
///
/// The state is one number, the *tick*: 48 bits of milliseconds above 12 bits of counter. The next tick is the clock's
/// if that is later, else the last one plus one. So a counter that runs over carries into the time field by itself, and a clock
/// that steps back changes nothing until it has caught up.
///
/// A thread always uses the same one of 64 ticks, chosen by its id; each tick has cache lines of its own. Threads that
/// share a tick are ordered with each other too; threads that do not share one never meet. A per-thread tick would do the
/// same, but would cost memory in every virtual thread that makes an id.
///
/// In a fresh millisecond the counter starts at a random number below 1,024. That adds ten bits to the 48 random ones for the
/// common case, few ids in a millisecond, and leaves at least 3,072 ids before the time field has to advance.
final class ShardedUUIDGenerator {
    private static final int STRIPES = 64;
    private static final int LONGS_BETWEEN_STRIPES = 16;
    private static final int COUNTER_BITS = 12;
    private static final int COUNTER_START_MASK = 1_023;

    private final AtomicLongArray ticks = new AtomicLongArray((STRIPES + 1) * LONGS_BETWEEN_STRIPES);
    private final InstantSource clock;
    private final LongSupplier random;

    ShardedUUIDGenerator(InstantSource clock, LongSupplier random) {
        this.clock = clock;
        this.random = random;
    }

    static ShardedUUIDGenerator system() {
        return new ShardedUUIDGenerator(InstantSource.system(), () -> ThreadLocalRandom.current().nextLong());
    }

    ShardedUUID generate(ShardIdentifier shard) {
        long bits = random.getAsLong();
        return ShardedUUID.assemble(nextTick((int) bits & COUNTER_START_MASK), shard, bits);
    }

    private long nextTick(int counterStart) {
        int stripe = (((int) Thread.currentThread().threadId() & (STRIPES - 1)) + 1) * LONGS_BETWEEN_STRIPES;
        long now = clock.millis() << COUNTER_BITS;
        while (true) {
            long last = ticks.get(stripe);
            long next = now > last ? now | counterStart : last + 1;
            if (ticks.compareAndSet(stripe, last, next)) {
                return next;
            }
        }
    }
}
