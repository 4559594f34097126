package dev.bailiwick.placement;

import java.util.Set;
import java.util.UUID;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Provide;
import net.jqwik.api.domains.DomainContextBase;

/// Arbitrary values of this package's types, with the extremes tried often.
final class PlacementDomain extends DomainContextBase {

    /// Any 128 bits, whether or not they make a UUID of a known version.
    @Provide
    Arbitrary<UUID> ids() {
        var halves = Arbitraries.longs().edgeCases(edges -> edges.add(-1L, 0L, 1L, Long.MIN_VALUE, Long.MAX_VALUE));
        return Combinators.combine(halves, halves).as(UUID::new);
    }

    @Provide
    Arbitrary<ShardIdentifier> shards() {
        return Combinators.combine(Arbitraries.integers().between(0, ShardIdentifier.MAX_GROUP),
                Arbitraries.integers().between(0, ShardIdentifier.MAX_MEMBER)).as(ShardIdentifier::of);
    }

    /// Small maps after zero to eight moves, some of which leave the group and some of which go back home.
    @Provide
    Arbitrary<PartitionMap> maps() {
        var firsts = Combinators.combine(Arbitraries.integers().between(0, ShardIdentifier.MAX_GROUP),
                Arbitraries.integers().between(1, PartitionMap.MAX_SHARDS), Arbitraries.integers().between(1, 5))
                .as((group, shards, perShard) -> PartitionMap.initial(group, shards, shards * perShard));
        var moves = Combinators.combine(Arbitraries.integers().between(0, 1_000).set().ofMinSize(1).ofMaxSize(10),
                shards()).as(Move::new).list().ofMaxSize(8);
        return Combinators.combine(firsts, moves).as((first, all) -> {
            var map = first;
            for (var move : all) {
                map = move.applyTo(map);
            }
            return map;
        });
    }

    private record Move(Set<Integer> numbers, ShardIdentifier target) {
        PartitionMap applyTo(PartitionMap map) {
            var partitions = numbers.stream().map(number -> number % map.partitionCount()).distinct()
                    .filter(partition -> !map.shardOf(partition).equals(target)).toList();
            return partitions.isEmpty() ? map : map.withMovedAcrossGroups(partitions, target);
        }
    }
}
