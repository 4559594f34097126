package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.OptionalLong;
import java.util.Set;

/// Which page of an aggregate to read. Without a version it begins at the first readable event, or backwards at the last.
///
/// @param from the version to begin with
/// @param limit how many events at the most
/// @param maxBytes how many bytes of events at the most; the first event comes whatever its size
/// @param eventTypes the types to return; all of them if empty
public record ReadRequest(AggregateKey key, Direction direction, OptionalLong from, int limit, int maxBytes,
        Set<String> eventTypes) {

    public ReadRequest {
        from.ifPresent(version -> Limits.checkAtLeastOne("from version", version));
        Limits.checkAtLeastOne("page events", limit);
        Limits.check("page events", limit, Limits.MAX_PAGE_EVENTS);
        Limits.checkAtLeastOne("page bytes", maxBytes);
        Limits.check("page bytes", maxBytes, Limits.MAX_PAGE_BYTES);
        eventTypes = FilterValues.eventTypes(eventTypes);
    }

    public static ReadRequest of(AggregateKey key) {
        return new ReadRequest(key, Direction.FORWARDS, OptionalLong.empty(), Limits.DEFAULT_PAGE_EVENTS,
                Limits.DEFAULT_PAGE_BYTES, Set.of());
    }

    public ReadRequest from(long version) {
        return new ReadRequest(key, direction, OptionalLong.of(version), limit, maxBytes, eventTypes);
    }

    public ReadRequest backwards() {
        return new ReadRequest(key, Direction.BACKWARDS, from, limit, maxBytes, eventTypes);
    }

    public ReadRequest limit(int events) {
        return new ReadRequest(key, direction, from, events, maxBytes, eventTypes);
    }

    public ReadRequest maxBytes(int bytes) {
        return new ReadRequest(key, direction, from, limit, bytes, eventTypes);
    }

    /// Only events of this type, or of another that was asked for before.
    public ReadRequest eventType(String type) {
        return new ReadRequest(key, direction, from, limit, maxBytes, FilterValues.with(eventTypes, type));
    }
}
