package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.domains.Domain;
import org.junit.jupiter.api.Test;

@Domain(PlacementDomain.class)
class PartitionMapMoveTest {
    private static final PartitionMap FIRST = PartitionMap.initial(0, 4, 12);
    private static final ShardIdentifier NEW_SHARD = ShardIdentifier.of(0, 9);

    @Test
    void aMoveMakesTheNextEpoch() {
        var next = FIRST.withMoved(List.of(1, 5), NEW_SHARD);

        assertThat(next.epoch()).isEqualTo(2);
        assertThat(next.partitionsOf(NEW_SHARD)).containsExactly(1, 5);
        assertThat(next.partitionsOf(ShardIdentifier.of(0, 1))).containsExactly(9);
        assertThat(next.partitionCount()).isEqualTo(12);
    }

    @Test
    void theMapBeforeTheMoveStaysAsItWas() {
        FIRST.withMoved(List.of(1, 5), NEW_SHARD);

        assertThat(FIRST).isEqualTo(PartitionMap.initial(0, 4, 12));
    }

    @Test
    void aPartitionRemembersTheEpochInWhichItLastChangedOwner() {
        var map = FIRST.withMoved(List.of(1, 5), NEW_SHARD).withMoved(List.of(5), ShardIdentifier.of(0, 2));

        assertThat(map.changedIn(0)).isEqualTo(1);
        assertThat(map.changedIn(1)).isEqualTo(2);
        assertThat(map.changedIn(5)).isEqualTo(3);
        assertThat(map.epoch()).isEqualTo(3);
    }

    @Test
    void aMoveBackIsAnEpochOfItsOwn() {
        var map = FIRST.withMoved(List.of(1), NEW_SHARD).withMoved(List.of(1), ShardIdentifier.of(0, 1));

        assertThat(map.shardOf(1)).isEqualTo(FIRST.shardOf(1));
        assertThat(map.changedIn(1)).isEqualTo(3);
        assertThat(map).isNotEqualTo(FIRST);
    }

    @Test
    void idsEqualModuloThePartitionCountStayTogetherAndIdsEqualModuloTheShardCountMayPart() {
        var map = FIRST.withMoved(List.of(4), NEW_SHARD);

        assertThat(map.shardOf(map.partitionOf(Ids.of(4)))).isEqualTo(map.shardOf(map.partitionOf(Ids.of(16))));
        assertThat(map.shardOf(map.partitionOf(Ids.of(4)))).isNotEqualTo(map.shardOf(map.partitionOf(Ids.of(8))));
    }

    @Test
    void aMoveAcrossGroupsIsRefusedUnlessAskedForByName() {
        var elsewhere = ShardIdentifier.of(1, 0);

        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.withMoved(List.of(2), elsewhere)).withMessage(
                "partition 2 is in group 0 and shard 1/0 is in group 1: a move across groups must be asked for by"
                        + " withMovedAcrossGroups");
        assertThat(FIRST.withMovedAcrossGroups(List.of(2), elsewhere).shardOf(2)).isEqualTo(elsewhere);
    }

    @Test
    void aPartitionThatIsAlreadyThereIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.withMoved(List.of(1), ShardIdentifier.of(0, 1)))
                .withMessage("partition 1 is already on shard 0/1");
    }

    @Test
    void aPartitionThatIsNamedTwiceIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.withMoved(List.of(1, 2, 1), NEW_SHARD))
                .withMessage("partition 1 is named twice");
    }

    @Test
    void aMoveOfNothingIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.withMoved(List.of(), NEW_SHARD))
                .withMessage("a move names at least one partition");
    }

    @Test
    void aPartitionThatDoesNotExistIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.withMoved(List.of(12), NEW_SHARD))
                .withMessage("a partition of this map is 0 to 11, not 12");
        assertThatIllegalArgumentException().isThrownBy(() -> FIRST.withMovedAcrossGroups(List.of(-1), NEW_SHARD))
                .withMessage("a partition of this map is 0 to 11, not -1");
    }

    @Property
    void aMoveChangesNothingButThePartitionsItNames(@ForAll PartitionMap before, @ForAll ShardIdentifier target) {
        var moved = before.partitionsOf(before.shards().first());
        if (before.shards().first().equals(target)) {
            return;
        }

        var after = before.withMovedAcrossGroups(moved, target);

        assertThat(after.epoch()).isEqualTo(before.epoch() + 1);
        for (int partition = 0; partition < before.partitionCount(); partition++) {
            boolean named = moved.contains(partition);
            assertThat(after.shardOf(partition)).isEqualTo(named ? target : before.shardOf(partition));
            assertThat(after.changedIn(partition)).isEqualTo(named ? after.epoch() : before.changedIn(partition));
        }
    }
}
