package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/// Which commits, and which events in them, a subscription delivers. An empty set lets everything through.
public record FeedFilter(Set<UUID> orgs, Set<UUID> aggregateTypes, Set<AggregateKey> aggregates,
        Set<String> eventTypes) {
    public static final FeedFilter EVERYTHING = new FeedFilter(Set.of(), Set.of(), Set.of(), Set.of());

    public FeedFilter {
        orgs = FilterValues.bounded("orgs in a filter", orgs);
        aggregateTypes = FilterValues.bounded("aggregate types in a filter", aggregateTypes);
        aggregates = FilterValues.bounded("aggregates in a filter", aggregates);
        eventTypes = FilterValues.eventTypes(eventTypes);
    }

    public FeedFilter org(UUID orgId) {
        return new FeedFilter(FilterValues.with(orgs, orgId), aggregateTypes, aggregates, eventTypes);
    }

    public FeedFilter aggregateType(UUID aggregateTypeId) {
        return new FeedFilter(orgs, FilterValues.with(aggregateTypes, aggregateTypeId), aggregates, eventTypes);
    }

    public FeedFilter aggregate(AggregateKey key) {
        return new FeedFilter(orgs, aggregateTypes, FilterValues.with(aggregates, key), eventTypes);
    }

    public FeedFilter eventType(String type) {
        return new FeedFilter(orgs, aggregateTypes, aggregates, FilterValues.with(eventTypes, type));
    }

    public boolean matches(AggregateKey key) {
        return passes(orgs, key.orgId()) && passes(aggregateTypes, key.aggregateTypeId()) && passes(aggregates, key);
    }

    /// What is left of a commit; empty where nothing is. Without a filter a commit passes even if its events are gone, so that
    /// sequences have no gap.
    public Optional<Commit> apply(Commit commit) {
        return equals(EVERYTHING) ? Optional.of(commit) : filtered(commit);
    }

    private Optional<Commit> filtered(Commit commit) {
        return switch (commit.change()) {
            case Change.Appended appended -> keep(commit, appended);
            case Change.Trimmed trimmed -> keepWhole(commit, trimmed.key());
            case Change.Deleted deleted -> keepWhole(commit, deleted.key());
            case Change.Erased erased -> keepWhole(commit, erased.key());
        };
    }

    private Optional<Commit> keep(Commit commit, Change.Appended appended) {
        var events = appended.events().stream()
                .filter(event -> matches(event.key()) && passes(eventTypes, event.type()))
                .toList();
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(new Commit(commit.stamp(), commit.commandId(), new Change.Appended(events)));
    }

    private Optional<Commit> keepWhole(Commit commit, AggregateKey key) {
        return matches(key) && eventTypes.isEmpty() ? Optional.of(commit) : Optional.empty();
    }

    private static <T> boolean passes(Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value);
    }
}
