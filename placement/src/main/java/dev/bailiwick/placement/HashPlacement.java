package dev.bailiwick.placement;

import java.util.Optional;
import java.util.function.Supplier;

/// Places a [CompoundKey] by its hash: even spread and simple ownership, no range scans. It asks for the partition map on
/// every call, so that a move is followed.
public final class HashPlacement implements Placement<CompoundKey> {
    private final Supplier<PartitionMap> map;

    private HashPlacement(Supplier<PartitionMap> map) {
        this.map = map;
    }

    public static HashPlacement on(PartitionMap map) {
        return new HashPlacement(() -> map);
    }

    /// With a map that may change; the partition count must not.
    public static HashPlacement onCurrent(Supplier<PartitionMap> map) {
        return new HashPlacement(map);
    }

    @Override
    public Optional<ShardIdentifier> place(CompoundKey key) {
        var current = map.get();
        return Optional.of(current.shardOf(key.partition(current.partitionCount())));
    }
}
