package dev.bailiwick.placement;

import java.util.UUID;

/// The id of a `T` that says on which shard the `T` lives. The shard is chosen once, when the id is generated, and travels
/// with it.
public record ShardedId<T>(Class<T> type, ShardedUUID value) implements TypedId<T>, Comparable<ShardedId<T>> {

    public static <T> ShardedId<T> generate(Class<T> type, ShardIdentifier shard) {
        return new ShardedId<>(type, ShardedUUID.generate(shard));
    }

    public static <T> ShardedId<T> of(Class<T> type, ShardedUUID value) {
        return new ShardedId<>(type, value);
    }

    public ShardedUUID getValue() {
        return value;
    }

    @Override
    public UUID uuid() {
        return value.value();
    }

    /// The shard in the id's bits; [ShardIdentifier#DEFAULT] for an id from before sharding, which carries none. To tell the
    /// two apart, ask [ShardedUUID#resolveShardIdentifier()].
    public ShardIdentifier resolveShardIdentifier() {
        return value.resolveShardIdentifier().orElse(ShardIdentifier.DEFAULT);
    }

    @Override
    public int compareTo(ShardedId<T> other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return type.getSimpleName() + ":" + value;
    }
}
