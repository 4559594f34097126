package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ListRequest.Scope;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/// Lists ids in ascending order.
final class Listing {
    private static final UUID LOWEST = new UUID(0, 0);

    private Listing() {
    }

    static ListPage list(NavigableMap<AggregateKey, Aggregate> aggregates, ListRequest request) {
        var found = switch (request.scope()) {
            case Scope.Orgs ignored -> aggregates.keySet().stream().map(AggregateKey::orgId).distinct();
            case Scope.AggregateTypes types -> aggregates.keySet().stream()
                    .filter(key -> key.orgId().equals(types.orgId())).map(AggregateKey::aggregateTypeId).distinct();
            case Scope.Aggregates scope ->
                aggregates.values().stream().filter(aggregate -> isIn(scope, aggregate.key()))
                        .filter(aggregate -> request.deleted() || aggregate.isLive())
                        .map(aggregate -> aggregate.key().aggregateId());
        };
        return page(found, request);
    }

    private static boolean isIn(Scope.Aggregates scope, AggregateKey key) {
        return key.orgId().equals(scope.orgId()) && key.aggregateTypeId().equals(scope.aggregateTypeId());
    }

    private static ListPage page(Stream<UUID> found, ListRequest request) {
        var ids = found.filter(id -> request.after().map(after -> isAfter(id, after)).orElse(true))
                .limit(request.limit() + 1L).toList();
        if (ids.size() <= request.limit()) {
            return new ListPage(ids, Optional.empty());
        }
        var page = ids.subList(0, request.limit());
        return new ListPage(page, Optional.of(request.after(page.getLast())));
    }

    /// By the order of keys, which takes ids as unsigned numbers.
    private static boolean isAfter(UUID id, UUID other) {
        return new AggregateKey(id, LOWEST, LOWEST).compareTo(new AggregateKey(other, LOWEST, LOWEST)) > 0;
    }
}
