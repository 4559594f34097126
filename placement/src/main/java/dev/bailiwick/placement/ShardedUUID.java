package dev.bailiwick.placement;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// A UUID that says on which shard it was born: version 7, with group and member inside `rand_b`.
///
///     most significant:   48 bits time (ms)   4 bits version = 7   12 bits counter
///     least significant:   2 bits variant     8 bits group          6 bits member    48 bits random
///
/// The shard is a *logical* home: which database serves it today is for [RegisteredShards] to say. Any UUID can be
/// wrapped; one that is not version 7 is not shard-aware and resolves to empty, for reads and writes alike. A version-7
/// UUID made elsewhere cannot be told apart from one made here: its random bits would be read as a shard.
///
/// Ids are unique, not secret: they come from a fast random source and must not serve as tokens.
public final class ShardedUUID implements Comparable<ShardedUUID> {
    static final int RANDOM_BITS = 48;

    private static final int SHARD_MASK = (1 << 14) - 1;
    private static final long RFC_VARIANT = 0x8000_0000_0000_0000L;
    private static final ShardedUUIDGenerator GENERATOR = ShardedUUIDGenerator.system();

    private final UUID value;

    private ShardedUUID(UUID value) {
        this.value = value;
    }

    /// A new id. Ids that one thread generates are strictly increasing, also within a millisecond and when the clock steps
    /// back.
    public static ShardedUUID generate(ShardIdentifier shard) {
        return GENERATOR.generate(shard);
    }

    public static ShardedUUID from(UUID value) {
        return new ShardedUUID(value);
    }

    /// Assembles an id from a tick (48 bits of milliseconds, 12 bits of counter) and 48 random bits.
    static ShardedUUID assemble(long tick, ShardIdentifier shard, long random) {
        long high = (tick >>> 12) << 16 | 0x7000 | (tick & 0xFFF);
        long low = RFC_VARIANT | (long) shard.bits() << RANDOM_BITS | random >>> (64 - RANDOM_BITS);
        return new ShardedUUID(new UUID(high, low));
    }

    public UUID value() {
        return value;
    }

    public boolean isShardAware() {
        return value.version() == 7 && value.variant() == 2;
    }

    /// The shard in the id's bits, or empty where this is not a version-7 UUID.
    public Optional<ShardIdentifier> resolveShardIdentifier() {
        if (!isShardAware()) {
            return Optional.empty();
        }
        int bits = (int) (value.getLeastSignificantBits() >>> RANDOM_BITS) & SHARD_MASK;
        return Optional.of(ShardIdentifier.ofBits(bits));
    }

    /// When the id was made, to the millisecond, or empty where this is not a version-7 UUID. Under sustained generation
    /// beyond a few thousand ids a millisecond in one thread the time runs ahead of the clock.
    public Optional<Instant> instant() {
        return isShardAware()
                ? Optional.of(Instant.ofEpochMilli(value.getMostSignificantBits() >>> 16))
                : Optional.empty();
    }

    /// By value as an unsigned 128-bit number, so by time first.
    @Override
    public int compareTo(ShardedUUID other) {
        return Unsigned128.compare(value, other.value);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ShardedUUID that && value.equals(that.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
