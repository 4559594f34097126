package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Something that a person wrote, and where it lives.
///
/// @param key       present if a whole key was written rather than the routing id alone
/// @param org       empty if nothing says to which org the id belongs
record PlacedId(String written, Optional<AggregateKey> key, Optional<UUID> org, UUID routingId, int partition,
        ShardIdentifier shard) {

    /// Reads a key if there is a slash, else a routing id.
    ///
    /// @throws IllegalArgumentException if it is neither
    static PlacedId of(String written, RoutingRule rule, PartitionMap map) {
        var key = written.indexOf('/') < 0 ? Optional.<AggregateKey>empty() : Optional.of(WrittenId.key(written));
        var routingId = key.map(rule::routingId).orElseGet(() -> WrittenId.id(written));
        var org = key.map(AggregateKey::orgId)
                .or(() -> rule == RoutingRule.ORG_ID ? Optional.of(routingId) : Optional.empty());
        int partition = map.partitionOf(routingId);
        return new PlacedId(written, key, org, routingId, partition, map.shardOf(partition));
    }

    /// Every id in what was written: the three parts of a key, or the one id.
    Stream<UUID> ids() {
        return key.map(whole -> Stream.of(whole.orgId(), whole.aggregateTypeId(), whole.aggregateId()))
                .orElseGet(() -> Stream.of(routingId));
    }
}
