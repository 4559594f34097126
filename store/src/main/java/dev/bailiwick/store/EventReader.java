package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Optional;

/// Reading one aggregate.
public interface EventReader {
    /// One page of events. Forwards, a page begins with the first event at or after the requested version, and is empty past
    /// the end; backwards, with the first at or before it. Page n costs what page 1 costs.
    ///
    /// @throws AggregateNotExistsException if the aggregate never existed or is deleted
    /// @throws UnavailableVersionException if the requested version was trimmed away
    EventPage read(ReadRequest request);

    /// What is known about an aggregate, deleted ones included; empty if it never existed.
    Optional<AggregateDetails> details(AggregateKey key);
}
