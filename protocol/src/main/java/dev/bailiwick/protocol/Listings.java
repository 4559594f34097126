package dev.bailiwick.protocol;

import dev.bailiwick.protocol.v1.ListResponse;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import java.util.ArrayList;
import java.util.Optional;
import java.util.UUID;

/// Listings as messages.
public final class Listings {
    private Listings() {
    }

    public static dev.bailiwick.protocol.v1.ListRequest encode(ListRequest request) {
        var message = dev.bailiwick.protocol.v1.ListRequest.newBuilder().setLimit(request.limit())
                .setDeleted(request.deleted());
        request.after().ifPresent(after -> message.setAfter(Values.encode(after)));
        switch (request.scope()) {
            case ListRequest.Scope.Orgs ignored -> message.setOrgs(Nothing.getDefaultInstance());
            case ListRequest.Scope.AggregateTypes types ->
                message.getAggregateTypesBuilder().setOrgId(Values.encode(types.orgId()));
            case ListRequest.Scope.Aggregates aggregates ->
                message.getAggregatesBuilder().setOrgId(Values.encode(aggregates.orgId()))
                        .setAggregateTypeId(Values.encode(aggregates.aggregateTypeId()));
        }
        return message.build();
    }

    public static ListRequest decode(dev.bailiwick.protocol.v1.ListRequest message) {
        ListRequest.Scope scope = switch (message.getScopeCase()) {
            case ORGS -> new ListRequest.Scope.Orgs();
            case AGGREGATE_TYPES ->
                new ListRequest.Scope.AggregateTypes(Values.id(message.getAggregateTypes().getOrgId(), "org id"));
            case AGGREGATES ->
                new ListRequest.Scope.Aggregates(Values.id(message.getAggregates().getOrgId(), "org id"),
                        Values.id(message.getAggregates().getAggregateTypeId(), "aggregate type id"));
            case SCOPE_NOT_SET ->
                throw new InvalidRequestException("list scope", "it is orgs, aggregate_types or aggregates");
        };
        return new ListRequest(scope, message.getLimit() == 0 ? Limits.DEFAULT_LIST_IDS : message.getLimit(),
                Values.optionalId(message.getAfter(), "after"), message.getDeleted());
    }

    public static ListResponse encode(ListPage page) {
        var message = ListResponse.newBuilder();
        page.ids().forEach(id -> message.addIds(Values.encode(id)));
        page.next().ifPresent(next -> message.setNextAfter(Values.encode(next.after().orElseThrow())));
        return message.build();
    }

    /// The page that `request` asked for.
    public static ListPage decode(ListRequest request, ListResponse message) {
        var ids = new ArrayList<UUID>(message.getIdsCount());
        message.getIdsList().forEach(id -> ids.add(Values.id(id, "listed id")));
        Optional<ListRequest> next = Values.optionalId(message.getNextAfter(), "next after").map(request::after);
        return new ListPage(ids, next);
    }
}
