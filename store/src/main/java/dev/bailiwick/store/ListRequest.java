package dev.bailiwick.store;

import java.util.Optional;
import java.util.UUID;

/// Which ids to list.
///
/// @param limit how many ids a page has at the most
/// @param after continue behind this id
/// @param deleted whether deleted aggregates are listed too
public record ListRequest(Scope scope, int limit, Optional<UUID> after, boolean deleted) {
    public ListRequest {
        Limits.checkAtLeastOne("listed ids", limit);
        Limits.check("listed ids", limit, Limits.MAX_LIST_IDS);
    }

    /// All orgs that ever had an aggregate.
    public static ListRequest orgs() {
        return of(new Scope.Orgs());
    }

    /// All aggregate types that ever had an aggregate in the org.
    public static ListRequest aggregateTypes(UUID orgId) {
        return of(new Scope.AggregateTypes(orgId));
    }

    /// All aggregates of a type that are there now.
    public static ListRequest aggregates(UUID orgId, UUID aggregateTypeId) {
        return of(new Scope.Aggregates(orgId, aggregateTypeId));
    }

    public ListRequest limit(int ids) {
        return new ListRequest(scope, ids, after, deleted);
    }

    public ListRequest after(UUID id) {
        return new ListRequest(scope, limit, Optional.of(id), deleted);
    }

    /// Deleted aggregates too.
    public ListRequest withDeleted() {
        return new ListRequest(scope, limit, after, true);
    }

    private static ListRequest of(Scope scope) {
        return new ListRequest(scope, Limits.DEFAULT_LIST_IDS, Optional.empty(), false);
    }

    /// What is listed.
    public sealed interface Scope {
        record Orgs() implements Scope {}

        record AggregateTypes(UUID orgId) implements Scope {}

        record Aggregates(UUID orgId, UUID aggregateTypeId) implements Scope {}
    }
}
