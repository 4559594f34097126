package dev.bailiwick.cli;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Whether one append can span some ids. Decided in the order in which a store checks: orgs first, then shards.
sealed interface Together {
    /// One id, which is always together with itself.
    record Alone() implements Together {}

    /// Never: one request belongs to one org.
    record SeveralOrgs(long orgs) implements Together {}

    /// Not while these are on different shards.
    record SeveralShards(SortedMap<ShardIdentifier, List<PlacedId>> idsByShard) implements Together {}

    /// Now, and as long as these partitions have one owner.
    record OneShard(ShardIdentifier shard, SortedSet<Integer> partitions) implements Together {}

    /// Always: a partition moves as a whole.
    record OnePartition(ShardIdentifier shard, int partition) implements Together {}

    static Together of(List<PlacedId> ids) {
        if (ids.size() == 1) {
            return new Alone();
        }
        long orgs = ids.stream().flatMap(id -> id.org().stream()).distinct().count();
        if (orgs > 1) {
            return new SeveralOrgs(orgs);
        }
        var idsByShard = ids.stream()
                .collect(Collectors.groupingBy(PlacedId::shard, TreeMap::new, Collectors.toList()));
        if (idsByShard.size() > 1) {
            return new SeveralShards(idsByShard);
        }
        var partitions = ids.stream().map(PlacedId::partition).collect(Collectors.toCollection(TreeSet::new));
        return partitions.size() == 1
                ? new OnePartition(idsByShard.firstKey(), partitions.first())
                : new OneShard(idsByShard.firstKey(), partitions);
    }
}
