package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.List;

/// The part of an append that concerns one aggregate: at least one event, and what is expected of the aggregate.
public record AggregateWrite(AggregateKey key, ExpectedVersion expected, List<NewEvent> events) {
    public AggregateWrite {
        events = List.copyOf(events);
        if (events.isEmpty()) {
            throw new EmptyEventsListException("the write to " + key + " has no events");
        }
    }
}
