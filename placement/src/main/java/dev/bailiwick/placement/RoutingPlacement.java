package dev.bailiwick.placement;

import java.util.Optional;
import java.util.function.Supplier;

/// Places an [AggregateKey] as the event store does: the routing rule picks the id, its remainder is the partition, the map
/// names the owner.
public final class RoutingPlacement implements Placement<AggregateKey> {
    private final RoutingRule rule;
    private final Supplier<PartitionMap> map;

    private RoutingPlacement(RoutingRule rule, Supplier<PartitionMap> map) {
        this.rule = rule;
        this.map = map;
    }

    public static RoutingPlacement on(RoutingRule rule, PartitionMap map) {
        return new RoutingPlacement(rule, () -> map);
    }

    public static RoutingPlacement onCurrent(RoutingRule rule, Supplier<PartitionMap> map) {
        return new RoutingPlacement(rule, map);
    }

    @Override
    public Optional<ShardIdentifier> place(AggregateKey key) {
        return Optional.of(map.get().shardOf(rule, key));
    }
}
