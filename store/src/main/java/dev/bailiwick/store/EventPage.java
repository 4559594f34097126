package dev.bailiwick.store;

import java.util.List;
import java.util.Optional;

/// One page of an aggregate.
///
/// @param next asks for the page after this one; empty where the end was reached. A filtered page may be empty and still have
///        a next one
/// @param firstVersion the first version that is readable
/// @param version the aggregate's last version when the page was read
public record EventPage(List<RecordedEvent> events, Optional<ReadRequest> next, long firstVersion, long version) {
    public EventPage {
        events = List.copyOf(events);
    }
}
