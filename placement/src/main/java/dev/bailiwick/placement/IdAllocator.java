package dev.bailiwick.placement;

import java.util.UUID;

/// Makes ids that land where they should. Ids of one partition stay together through every move, so aggregates that must be
/// written atomically get ids from here.
///
/// Bound to a partition count, because the partition of an id depends on it; a store's count never changes. Thread-safe.
public final class IdAllocator {
    private static final long LOW_MASK = (1L << ShardedUUID.RANDOM_BITS) - 1;

    private final int partitionCount;

    private IdAllocator(int partitionCount) {
        this.partitionCount = partitionCount;
    }

    public static IdAllocator forPartitionCount(int partitionCount) {
        PartitionMap.checkPartitionCount(partitionCount);
        return new IdAllocator(partitionCount);
    }

    public static IdAllocator forMap(PartitionMap map) {
        return new IdAllocator(map.partitionCount());
    }

    /// A new version-7 id in the partition.
    public UUID inPartition(int partition) {
        if (partition < 0 || partition >= partitionCount) {
            throw new IllegalArgumentException("a partition is 0 to " + (partitionCount - 1) + ", not " + partition);
        }
        return shifted(ShardedUUID.generate(ShardIdentifier.DEFAULT).value(), partition);
    }

    /// A new version-7 id in the partition of `other`.
    public UUID colocatedWith(UUID other) {
        return inPartition(Unsigned128.mod(other, partitionCount));
    }

    /// The id of a name in the partition of `colocationKey`: the same id for the same name, key and partition count, on
    /// every machine. A version-8 UUID, made from SHA-1 over [Ids#NAMESPACE], the key and the name.
    public UUID named(String name, UUID colocationKey) {
        var hash = Ids.sha1(Ids.NAMESPACE, Ids.bytesOf(colocationKey), Ids.checkedName(name));
        return shifted(Ids.nameBased(hash, 8), Unsigned128.mod(colocationKey, partitionCount));
    }

    /// [#named(String, UUID)] with a name for a key: everything that is co-located with `"order-4821"`.
    public UUID named(String name, String colocationKey) {
        return named(name, Ids.named(colocationKey));
    }

    /// Changes an id's 48 low bits by less than the partition count, so that it falls into the partition. Version, variant,
    /// time and shard bits stay.
    UUID shifted(UUID id, int partition) {
        long low = id.getLeastSignificantBits() & LOW_MASK;
        int distance = partition - Unsigned128.mod(id, partitionCount);
        if (low + distance < 0) {
            distance += partitionCount;
        } else if (low + distance > LOW_MASK) {
            distance -= partitionCount;
        }
        return new UUID(id.getMostSignificantBits(), id.getLeastSignificantBits() + distance);
    }
}
