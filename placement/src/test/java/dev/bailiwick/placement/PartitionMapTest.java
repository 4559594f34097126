package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class PartitionMapTest {
    private static final PartitionMap FOUR_SHARDS = PartitionMap.initial(0, 4);

    @Test
    void ids1000And1004ShareMember0OnFourShards() {
        assertThat(memberOf(1_000)).isZero();
        assertThat(memberOf(1_004)).isZero();
        assertThat(memberOf(1_001)).isOne();
    }

    @Property(tries = 20_000)
    void theFirstPlacementIsIdModuloShards(@ForAll UUID id, @ForAll @IntRange(min = 1, max = 64) int shards) {
        var map = PartitionMap.initial(0, shards);

        var shard = map.shardOf(RoutingRule.AGGREGATE_ID, AggregateKey.of(Ids.of(1), Ids.of(1), id));

        assertThat(shard).isEqualTo(ShardIdentifier.of(0, Unsigned128.mod(id, shards)));
    }

    @Test
    void everyPartitionOfEveryFirstMapBelongsToItsNumberModuloShards() {
        for (int shards = 1; shards <= 64; shards++) {
            var map = PartitionMap.initial(7, shards);

            for (int partition = 0; partition < map.partitionCount(); partition++) {
                if (!map.shardOf(partition).equals(ShardIdentifier.of(7, partition % shards))) {
                    throw new AssertionError("partition " + partition + " with " + shards + " shards");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 4096", "2, 4096", "3, 4098", "4, 4096", "5, 4100", "7, 4102", "48, 4128", "63, 4158", "64, 4096"})
    void theDefaultPartitionCountIsTheSmallestMultipleFrom4096(int shards, int expected) {
        assertThat(PartitionMap.initial(0, shards).partitionCount()).isEqualTo(expected);
    }

    @Test
    void theDefaultPartitionCountIsAMultipleForEveryShardCount() {
        for (int shards = 1; shards <= 64; shards++) {
            int count = PartitionMap.initial(0, shards).partitionCount();

            assertThat(count % shards).isZero();
            assertThat(count).isBetween(4_096, 4_096 + shards - 1);
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "4, 4", "3, 12", "64, 64", "1, 65536", "64, 65536"})
    void anExplicitPartitionCountIsTaken(int shards, int partitions) {
        var map = PartitionMap.initial(0, shards, partitions);

        assertThat(map.partitionCount()).isEqualTo(partitions);
        assertThat(map.shards()).hasSize(shards);
    }

    @Test
    void aPartitionCountThatIsNoMultipleOfTheShardCountIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> PartitionMap.initial(0, 4, 4_098)).withMessage(
                "the partition count must be a multiple of the shard count 4, else the first placement would not equal"
                        + " id mod 4; 4098 is not");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_537, Integer.MAX_VALUE})
    void aPartitionCountOutOfBoundsIsRefusedByNamingTheBound(int partitions) {
        assertThatIllegalArgumentException().isThrownBy(() -> PartitionMap.initial(0, 1, partitions))
                .withMessage("a store has 1 to 65536 partitions, not " + partitions);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65, Integer.MAX_VALUE})
    void aShardCountOutOfBoundsIsRefusedByNamingTheBound(int shards) {
        assertThatIllegalArgumentException().isThrownBy(() -> PartitionMap.initial(0, shards))
                .withMessage("a store starts with 1 to 64 shards, not " + shards);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 256})
    void aGroupOutOfBoundsIsRefusedByNamingTheBound(int group) {
        assertThatIllegalArgumentException().isThrownBy(() -> PartitionMap.initial(group, 1))
                .withMessage("a shard's group is 0 to 255, not " + group);
    }

    @Test
    void theFirstEpochIs1ForTheMapAndForEveryPartition() {
        assertThat(FOUR_SHARDS.epoch()).isEqualTo(1);
        assertThat(IntStream.range(0, 4_096).mapToLong(FOUR_SHARDS::changedIn)).containsOnly(1L);
    }

    @Property
    void thePartitionOfAnIdDependsOnTheCountAlone(@ForAll PartitionMap map, @ForAll UUID id) {
        int partition = map.partitionOf(id);

        assertThat(partition).isEqualTo(PartitionMap.partitionOf(id, map.partitionCount()))
                .isEqualTo(Unsigned128.mod(id, map.partitionCount()));
    }

    @ParameterizedTest
    @CsvSource({"ORG_ID, 1", "AGGREGATE_TYPE_ID, 2", "AGGREGATE_ID, 3"})
    void theRoutingRuleChoosesTheIdThatDecides(RoutingRule rule, int expectedMember) {
        var key = AggregateKey.of(4_097, 8_194, 3);

        assertThat(FOUR_SHARDS.partitionOf(rule, key)).isEqualTo(expectedMember);
        assertThat(FOUR_SHARDS.shardOf(rule, key)).isEqualTo(ShardIdentifier.of(0, expectedMember));
    }

    @Property
    void thePartitionsOfAllShardsCoverTheMapExactlyOnce(@ForAll PartitionMap map) {
        var covered = new TreeSet<Integer>();

        for (var shard : map.shards()) {
            for (int partition : map.partitionsOf(shard)) {
                assertThat(map.shardOf(partition)).isEqualTo(shard);
                assertThat(covered.add(partition)).isTrue();
            }
        }

        assertThat(covered).hasSize(map.partitionCount());
    }

    @Test
    void partitionsOfAShardAreAscendingAndCannotBeChanged() {
        var partitions = PartitionMap.initial(0, 4, 12).partitionsOf(ShardIdentifier.of(0, 1));

        assertThat(partitions).containsExactly(1, 5, 9);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> partitions.remove(1));
    }

    @Test
    void aShardThatOwnsNothingHasNoPartitions() {
        assertThat(FOUR_SHARDS.partitionsOf(ShardIdentifier.of(0, 4))).isEmpty();
        assertThat(FOUR_SHARDS.shards()).doesNotContain(ShardIdentifier.of(0, 4));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4_096, Integer.MIN_VALUE})
    void aPartitionThatDoesNotExistIsRefusedByNamingTheBound(int partition) {
        var message = "a partition of this map is 0 to 4095, not " + partition;

        assertThatIllegalArgumentException().isThrownBy(() -> FOUR_SHARDS.shardOf(partition)).withMessage(message);
        assertThatIllegalArgumentException().isThrownBy(() -> FOUR_SHARDS.changedIn(partition)).withMessage(message);
    }

    @Test
    void equalMapsAreEqual() {
        var same = PartitionMap.initial(0, 4);

        assertThat(same).isEqualTo(FOUR_SHARDS).hasSameHashCodeAs(FOUR_SHARDS);
        assertThat(same).isNotEqualTo(PartitionMap.initial(1, 4)).isNotEqualTo(PartitionMap.initial(0, 2))
                .isNotEqualTo(PartitionMap.initial(0, 4, 4));
    }

    @Test
    void aMapSaysWhatItHolds() {
        assertThat(PartitionMap.initial(1, 2, 8)).hasToString("PartitionMap[epoch 1, 8 partitions on [1/0, 1/1]]");
    }

    private static int memberOf(long id) {
        return FOUR_SHARDS.shardOf(RoutingRule.AGGREGATE_ID, AggregateKey.of(1, 1, id)).member();
    }
}
