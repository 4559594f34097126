package dev.bailiwick.engine;

import dev.bailiwick.store.FeedFilter;
import java.util.BitSet;
import java.util.Set;
import java.util.UUID;

/// The partitions in which a filter can find something. A filter for an aggregate, or for what the routing rule routes by, need
/// not be woken by anything else.
record Interest(BitSet partitions) {

    static Interest of(FeedFilter filter, Routing routing) {
        var partitions = new BitSet(routing.partitionCount());
        if (!filter.aggregates().isEmpty()) {
            filter.aggregates().forEach(key -> partitions.set(routing.partitionOf(key)));
            return new Interest(partitions);
        }
        Set<UUID> routed = switch (routing.rule()) {
            case ORG_ID -> filter.orgs();
            case AGGREGATE_TYPE_ID -> filter.aggregateTypes();
            case AGGREGATE_ID -> Set.of();
        };
        routed.forEach(id -> partitions.set(routing.map().partitionOf(id)));
        if (routed.isEmpty()) {
            partitions.set(0, routing.partitionCount());
        }
        return new Interest(partitions);
    }

    /// The first partition of interest from this one on, or from the beginning.
    int next(int partition) {
        int next = partitions.nextSetBit(partition);
        return next >= 0 ? next : partitions.nextSetBit(0);
    }
}
