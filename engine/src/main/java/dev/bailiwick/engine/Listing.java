package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ListRequest.Scope;
import java.util.Collection;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/// Lists ids in ascending order: for each shard those in its sealed index, leaping from one id to the next, and those of its
/// segments in memory.
final class Listing {
    static final UUID LOWEST = new UUID(0, 0);
    static final UUID HIGHEST = new UUID(-1, -1);

    private final ListRequest request;
    /// The lowest keys of the ids found so far, one more than the page has at the most.
    private final TreeSet<AggregateKey> found = new TreeSet<>();

    Listing(ListRequest request) {
        this.request = request;
    }

    ListPage list(Collection<ShardView> shards) {
        for (var shard : shards) {
            var segments = shard.segments();
            listSealed(shard, segments);
            for (var segment : segments) {
                listMemory(shard, segments, segment);
            }
        }
        var ids = found.stream().limit(request.limit()).map(this::idOf).toList();
        return new ListPage(ids,
                found.size() > ids.size() ? Optional.of(request.after(ids.getLast())) : Optional.empty());
    }

    /// The index is walked once from its first key in scope to the last that can be on the page.
    private void listSealed(ShardView shard, SegmentIndex[] segments) {
        var from = request.after().isPresent() ? last(request.after().get()) : first(LOWEST);
        var to = IndexKeys.catalogue(last(HIGHEST));
        var walk = new Object() {
            int listed;
        };
        var _ = ShardView.translated(() -> {
            shard.sealed().walk(IndexKeys.catalogue(from), IndexKeys.behind(to), (indexKey, value) -> {
                var key = IndexKeys.aggregateKey(indexKey);
                if (isBehind(key) && isListed(shard, segments, key, value[0])) {
                    add(key);
                    walk.listed++;
                }
                return walk.listed > request.limit() ? new byte[0] : IndexKeys.behind(IndexKeys.catalogue(leap(key)));
            });
            return true;
        });
    }

    private void listMemory(ShardView shard, SegmentIndex[] segments, SegmentIndex segment) {
        long upTo = shard.durableUpTo();
        for (int record = 0; record < segment.count(); record++) {
            if (segment.changesListing(record) && segment.sequence(record) <= upTo) {
                var key = segment.key(record);
                if (isInScope(key) && isBehind(key) && isListed(shard, segments, key, segment.stateCode(record))) {
                    add(key);
                }
            }
        }
    }

    /// @param segments those that were in memory before the sealed index was looked into
    /// @param stateCode of the aggregate, unless a segment in memory knows better
    private boolean isListed(ShardView shard, SegmentIndex[] segments, AggregateKey key, int stateCode) {
        if (!(request.scope() instanceof Scope.Aggregates) || request.deleted()) {
            return true;
        }
        for (var segment : segments) {
            int record = segment.newest(key, shard.durableUpTo());
            if (record != SegmentIndex.NONE) {
                return segment.stateCode(record) == 0;
            }
        }
        return stateCode == 0;
    }

    private void add(AggregateKey key) {
        found.add(first(idOf(key)));
        if (found.size() > request.limit() + 1) {
            found.pollLast();
        }
    }

    private boolean isBehind(AggregateKey key) {
        return request.after().isEmpty() || key.compareTo(last(request.after().get())) > 0;
    }

    private boolean isInScope(AggregateKey key) {
        return switch (request.scope()) {
            case Scope.Orgs ignored -> true;
            case Scope.AggregateTypes types -> key.orgId().equals(types.orgId());
            case Scope.Aggregates aggregates -> key.orgId().equals(aggregates.orgId())
                    && key.aggregateTypeId().equals(aggregates.aggregateTypeId());
        };
    }

    private UUID idOf(AggregateKey key) {
        return switch (request.scope()) {
            case Scope.Orgs ignored -> key.orgId();
            case Scope.AggregateTypes ignored -> key.aggregateTypeId();
            case Scope.Aggregates ignored -> key.aggregateId();
        };
    }

    /// Behind which key the next id can be.
    private AggregateKey leap(AggregateKey key) {
        return last(idOf(key));
    }

    /// The lowest key that an id can have.
    private AggregateKey first(UUID id) {
        return keyOf(id, LOWEST);
    }

    /// The highest key that an id can have.
    private AggregateKey last(UUID id) {
        return keyOf(id, HIGHEST);
    }

    private AggregateKey keyOf(UUID id, UUID rest) {
        return switch (request.scope()) {
            case Scope.Orgs ignored -> new AggregateKey(id, rest, rest);
            case Scope.AggregateTypes types -> new AggregateKey(types.orgId(), id, rest);
            case Scope.Aggregates aggregates -> new AggregateKey(aggregates.orgId(), aggregates.aggregateTypeId(), id);
        };
    }
}
