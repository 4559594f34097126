package dev.bailiwick.placement;

import java.util.UUID;

/// The id of a `T` in a system that does not shard `T`. Generated ids are version 7, so they sort by time, and live on
/// [ShardIdentifier#DEFAULT].
public record Id<T>(Class<T> type, UUID uuid) implements TypedId<T>, Comparable<Id<T>> {

    public static <T> Id<T> generate(Class<T> type) {
        return new Id<>(type, ShardedUUID.generate(ShardIdentifier.DEFAULT).value());
    }

    public static <T> Id<T> of(Class<T> type, UUID value) {
        return new Id<>(type, value);
    }

    public UUID getValue() {
        return uuid;
    }

    @Override
    public int compareTo(Id<T> other) {
        return Unsigned128.compare(uuid, other.uuid);
    }

    @Override
    public String toString() {
        return type.getSimpleName() + ":" + uuid;
    }
}
