package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class RoutingPlacementTest {

    @Property
    void aKeyIsPlacedWhereTheStorePlacesIt(@ForAll PartitionMap map, @ForAll RoutingRule rule, @ForAll UUID org,
            @ForAll UUID type, @ForAll UUID id) {
        var key = AggregateKey.of(org, type, id);

        var shard = RoutingPlacement.on(rule, map).place(key);

        assertThat(shard).contains(map.shardOf(rule, key));
    }

    @Test
    void aMoveIsFollowed() {
        var map = PartitionMap.initial(0, 4);
        var current = new AtomicReference<>(map);
        var placement = RoutingPlacement.onCurrent(RoutingRule.AGGREGATE_ID, current::get);

        current.set(map.withMoved(List.of(1_004), ShardIdentifier.of(0, 3)));

        assertThat(placement.place(AggregateKey.of(1, 1, 1_000))).contains(ShardIdentifier.of(0, 0));
        assertThat(placement.place(AggregateKey.of(1, 1, 1_004))).contains(ShardIdentifier.of(0, 3));
    }
}
