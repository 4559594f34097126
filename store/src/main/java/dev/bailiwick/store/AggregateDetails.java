package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.time.Instant;

/// What is known about an aggregate.
///
/// @param version the last version ever written
/// @param firstVersion the first readable version; one past `version` where nothing is readable
/// @param lastWriteAt when an event was last appended, or the aggregate last trimmed or deleted
public record AggregateDetails(AggregateKey key, long version, long firstVersion, AggregateState state,
        Instant lastWriteAt) {}
