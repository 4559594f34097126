package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.List;

/// What a commit did to its partition.
public sealed interface Change {
    /// Events of one append, of all its aggregates in this partition, in the order of the request.
    record Appended(List<RecordedEvent> events) implements Change {
        public Appended {
            events = List.copyOf(events);
        }
    }

    /// Nothing before `firstVersion` is readable any more.
    record Trimmed(AggregateKey key, long firstVersion) implements Change {}

    /// The aggregate ended at `version`.
    record Deleted(AggregateKey key, long version, Recreation recreation) implements Change {}

    /// The payloads up to and including `throughVersion` are gone; copies of them should go too.
    record Erased(AggregateKey key, long throughVersion) implements Change {}
}
