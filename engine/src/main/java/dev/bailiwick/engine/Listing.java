package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ListRequest.Scope;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.Function;

/// Lists ids in ascending order, each step of a listing leaping from one id to the next.
final class Listing {
    private static final UUID LOWEST = new UUID(0, 0);
    private static final UUID HIGHEST = new UUID(-1, -1);

    private final List<ShardIndex> shards;
    private final ListRequest request;

    Listing(List<ShardIndex> shards, ListRequest request) {
        this.shards = shards;
        this.request = request;
    }

    ListPage list() {
        return switch (request.scope()) {
            case Scope.Orgs ignored -> page(id -> new AggregateKey(id, LOWEST, LOWEST),
                    id -> new AggregateKey(id, HIGHEST, HIGHEST), AggregateKey::orgId, LOWEST, HIGHEST, true);
            case Scope.AggregateTypes types -> page(id -> new AggregateKey(types.orgId(), id, LOWEST),
                    id -> new AggregateKey(types.orgId(), id, HIGHEST), AggregateKey::aggregateTypeId, LOWEST, HIGHEST,
                    true);
            case Scope.Aggregates aggregates -> page(
                    id -> new AggregateKey(aggregates.orgId(), aggregates.aggregateTypeId(), id),
                    id -> new AggregateKey(aggregates.orgId(), aggregates.aggregateTypeId(), id),
                    AggregateKey::aggregateId,
                    LOWEST, HIGHEST, request.deleted());
        };
    }

    /// @param first the lowest key that an id can have
    /// @param last the highest key that it can have
    private ListPage page(Function<UUID, AggregateKey> first, Function<UUID, AggregateKey> last,
            Function<AggregateKey, UUID> idOf, UUID lowest, UUID highest, boolean deletedToo) {
        var found = new TreeMap<AggregateKey, UUID>();
        for (var shard : shards) {
            var range = range(shard, first.apply(lowest), last, last.apply(highest));
            int count = 0;
            for (var entry = range.firstEntry(); entry != null && count <= request.limit();) {
                var id = idOf.apply(entry.getKey());
                if (deletedToo || entry.getValue().head().isLive()) {
                    found.put(first.apply(id), id);
                    count++;
                }
                entry = range.higherEntry(last.apply(id));
            }
        }
        var ids = found.values().stream().limit(request.limit()).toList();
        return new ListPage(ids,
                found.size() > ids.size() ? Optional.of(request.after(ids.getLast())) : Optional.empty());
    }

    private NavigableMap<AggregateKey, StreamIndex> range(ShardIndex shard, AggregateKey from,
            Function<UUID, AggregateKey> last, AggregateKey to) {
        return request.after().isPresent()
                ? shard.streams().subMap(last.apply(request.after().get()), false, to, true)
                : shard.streams().subMap(from, true, to, true);
    }
}
