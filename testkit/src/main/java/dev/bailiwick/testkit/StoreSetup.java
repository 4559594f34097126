package dev.bailiwick.testkit;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import java.time.Duration;
import java.time.InstantSource;

/// How a store under test is to be created.
///
/// @param commandWindow for how long command ids are remembered at least; after three times as long they are forgotten
public record StoreSetup(RoutingRule routingRule, int shards, int partitions, InstantSource clock,
        Duration commandWindow) {
    public StoreSetup {
        PartitionMap.initial(0, shards, partitions);
        if (commandWindow.isNegative() || commandWindow.isZero()) {
            throw new IllegalArgumentException("the command window is positive, not " + commandWindow);
        }
    }

    /// Four shards, 64 partitions, routed by aggregate id, on the system's clock, commands remembered for an hour.
    public static StoreSetup standard() {
        return new StoreSetup(RoutingRule.AGGREGATE_ID, 4, 64, InstantSource.system(), Duration.ofHours(1));
    }

    public StoreSetup withRoutingRule(RoutingRule rule) {
        return new StoreSetup(rule, shards, partitions, clock, commandWindow);
    }

    /// With another shard count; the partition count must be a multiple of it.
    public StoreSetup withShards(int count) {
        return new StoreSetup(routingRule, count, partitions, clock, commandWindow);
    }

    public StoreSetup withClock(InstantSource source) {
        return new StoreSetup(routingRule, shards, partitions, source, commandWindow);
    }

    public StoreSetup withCommandWindow(Duration window) {
        return new StoreSetup(routingRule, shards, partitions, clock, window);
    }

    /// The map that the new store has.
    public PartitionMap partitionMap() {
        return PartitionMap.initial(0, shards, partitions);
    }
}
