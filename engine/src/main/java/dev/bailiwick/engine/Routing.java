package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;

/// From a key to its partition, and to the epoch in which the partition got its owner.
record Routing(RoutingRule rule, PartitionMap map) {

    int partitionOf(AggregateKey key) {
        return map.partitionOf(rule, key);
    }

    int epochOf(int partition) {
        return Math.toIntExact(map.changedIn(partition));
    }

    int partitionCount() {
        return map.partitionCount();
    }
}
