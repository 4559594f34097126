package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class HashPlacementTest {
    private static final CompoundKey KEY = CompoundKey.of("issuer", "instrument", "window");
    private static final PartitionMap MAP = PartitionMap.initial(0, 4);

    @Test
    void aKeyIsPlacedByItsHash() {
        var shard = HashPlacement.on(MAP).place(KEY);

        assertThat(shard).contains(ShardIdentifier.of(0, 3_579 % 4));
    }

    @Property
    void aKeyIsPlacedOnTheOwnerOfItsPartition(@ForAll PartitionMap map, @ForAll String issuer) {
        var key = CompoundKey.of(issuer, "bond");

        assertThat(HashPlacement.on(map).place(key)).contains(map.shardOf(key.partition(map.partitionCount())));
    }

    @Test
    void aMoveIsFollowed() {
        var current = new AtomicReference<>(MAP);
        var placement = HashPlacement.onCurrent(current::get);
        var before = placement.place(KEY);

        current.set(MAP.withMoved(List.of(3_579), ShardIdentifier.of(0, 40)));

        assertThat(before).contains(ShardIdentifier.of(0, 3));
        assertThat(placement.place(KEY)).contains(ShardIdentifier.of(0, 40));
    }
}
