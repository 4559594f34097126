package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.HashSet;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.NotEmpty;
import net.jqwik.api.constraints.NumericChars;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.domains.Domain;
import net.jqwik.api.domains.DomainContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Domain(PlacementDomain.class)
@Domain(DomainContext.Global.class)
class IdAllocatorTest {
    private static final IdAllocator IDS = IdAllocator.forMap(PartitionMap.initial(0, 4));

    @Property
    void anIdFallsIntoTheChosenPartition(@ForAll @IntRange(min = 1, max = 65_536) int count,
            @ForAll @IntRange(max = 65_535) int number) {
        int partition = number % count;

        var id = IdAllocator.forPartitionCount(count).inPartition(partition);

        assertThat(PartitionMap.partitionOf(id, count)).isEqualTo(partition);
        assertThat(ShardedUUID.from(id).resolveShardIdentifier()).contains(ShardIdentifier.DEFAULT);
    }

    @Property
    void movingAnIdIntoAPartitionChangesNothingButItsLow48Bits(@ForAll UUID id,
            @ForAll @IntRange(min = 1, max = 65_536) int count, @ForAll @IntRange(max = 65_535) int number) {
        int partition = number % count;

        var shifted = IdAllocator.forPartitionCount(count).shifted(id, partition);

        assertThat(PartitionMap.partitionOf(shifted, count)).isEqualTo(partition);
        assertThat(shifted.getMostSignificantBits()).isEqualTo(id.getMostSignificantBits());
        assertThat(shifted.getLeastSignificantBits() >>> 48).isEqualTo(id.getLeastSignificantBits() >>> 48);
    }

    @Test
    void everyPartitionCanBeReachedAlsoWhereTheCountIsNoPowerOfTwo() {
        for (int count : new int[]{1, 2, 3, 4_095, 4_100, 65_535, 65_536}) {
            var ids = IdAllocator.forPartitionCount(count);

            for (int partition = 0; partition < count; partition++) {
                if (PartitionMap.partitionOf(ids.inPartition(partition), count) != partition) {
                    throw new AssertionError("partition " + partition + " of " + count);
                }
            }
        }
    }

    @Test
    void idsOfOnePartitionAreDistinct() {
        var seen = new HashSet<UUID>();

        for (int i = 0; i < 10_000; i++) {
            seen.add(IDS.inPartition(17));
        }

        assertThat(seen).hasSize(10_000);
    }

    @Property
    void anIdColocatedWithAnotherSharesItsPartition(@ForAll UUID other,
            @ForAll @IntRange(min = 1, max = 65_536) int count) {
        var id = IdAllocator.forPartitionCount(count).colocatedWith(other);

        assertThat(PartitionMap.partitionOf(id, count)).isEqualTo(PartitionMap.partitionOf(other, count));
        assertThat(ShardedUUID.from(id).isShardAware()).isTrue();
    }

    @Property
    void colocatedIdsStayTogetherThroughEveryMove(@ForAll PartitionMap map, @ForAll UUID other) {
        var id = IdAllocator.forMap(map).colocatedWith(other);

        var shard = map.shardOf(RoutingRule.AGGREGATE_ID, AggregateKey.of(Ids.of(1), Ids.of(1), id));
        assertThat(shard)
                .isEqualTo(map.shardOf(RoutingRule.AGGREGATE_ID, AggregateKey.of(Ids.of(1), Ids.of(1), other)));
    }

    @Property
    void aNamedIdIsVersion8InThePartitionOfItsKey(@ForAll @NotEmpty @NumericChars String name, @ForAll UUID key,
            @ForAll @IntRange(min = 1, max = 65_536) int count) {
        var id = IdAllocator.forPartitionCount(count).named(name, key);

        assertThat(PartitionMap.partitionOf(id, count)).isEqualTo(PartitionMap.partitionOf(key, count));
        assertThat(id.version()).isEqualTo(8);
        assertThat(id.variant()).isEqualTo(2);
    }

    /// Values of another implementation of the same rule.
    @ParameterizedTest
    @CsvSource({"1, b4719841-029d-8180-822a-82810ae0ecd3", "4096, b4719841-029d-8180-822a-82810ae0e7ca",
            "4100, b4719841-029d-8180-822a-82810ae0f07a", "65536, b4719841-029d-8180-822a-82810ae0d7ca"})
    void aNamedIdIsTheSameOnEveryMachine(int count, UUID expected) {
        var ids = IdAllocator.forPartitionCount(count);

        assertThat(ids.named("payment", "order-4821")).isEqualTo(expected);
        assertThat(ids.named("payment", Ids.named("order-4821"))).isEqualTo(expected);
    }

    @Property
    void differentNamesAndDifferentKeysGiveDifferentIds(@ForAll @StringLength(min = 1, max = 20) @NumericChars String a,
            @ForAll @StringLength(min = 1, max = 20) @NumericChars String b) {
        var seen = new HashSet<UUID>();

        seen.add(IDS.named("name-" + a, "key-" + a));
        seen.add(IDS.named("name-" + a, "key-" + b));
        seen.add(IDS.named("name-" + b, "key-" + a));
        seen.add(IDS.named("name-" + b, "key-" + b));

        assertThat(seen).hasSize(a.equals(b) ? 1 : 4);
    }

    @Test
    void aNamedIdDiffersFromTheIdOfTheNameAndFromThatOfTheKey() {
        var id = IDS.named("order-4821", "order-4821");

        assertThat(id).isNotEqualTo(Ids.named("order-4821"));
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 4_096, Integer.MAX_VALUE})
    void aPartitionThatDoesNotExistIsRefusedByNamingTheBound(int partition) {
        assertThatIllegalArgumentException().isThrownBy(() -> IDS.inPartition(partition))
                .withMessage("a partition is 0 to 4095, not " + partition);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_537})
    void aPartitionCountOutOfBoundsIsRefusedByNamingTheBound(int count) {
        assertThatIllegalArgumentException().isThrownBy(() -> IdAllocator.forPartitionCount(count))
                .withMessage("a store has 1 to 65536 partitions, not " + count);
    }

    @Test
    void anEmptyNameIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> IDS.named("", "order-4821"))
                .withMessageStartingWith("a name is 1 to 1024");
    }
}
