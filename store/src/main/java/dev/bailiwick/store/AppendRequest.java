package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// One or more aggregates to write together, each at most once. Its shape and limits were checked when it was built; that it
/// stays within one org and one shard is for the store to check.
///
/// @param commandId under which a resend is recognised; version-7 UUIDs are best, since the store can tell when one is too old
///        to be remembered
public record AppendRequest(Optional<UUID> commandId, List<AggregateWrite> writes) {
    public AppendRequest {
        writes = List.copyOf(writes);
        if (writes.isEmpty()) {
            throw new EmptyEventsListException("the request writes to no aggregate");
        }
        Limits.check("aggregates in a request", writes.size(), Limits.MAX_AGGREGATES_PER_REQUEST);
        checkNoneRepeated(writes);
        checkSize(writes);
    }

    public static Builder builder() {
        return new Builder();
    }

    /// The org of all aggregates.
    ///
    /// @throws MultipleOrgsException if there are two
    public UUID org() {
        var org = writes.getFirst().key().orgId();
        for (var write : writes) {
            if (!write.key().orgId().equals(org)) {
                throw new MultipleOrgsException(org, write.key().orgId());
            }
        }
        return org;
    }

    private static void checkNoneRepeated(List<AggregateWrite> writes) {
        if (writes.size() == 1) {
            return;
        }
        var keys = new HashSet<AggregateKey>();
        for (var write : writes) {
            if (!keys.add(write.key())) {
                throw new AggregateRepeatedException(write.key());
            }
        }
    }

    private static void checkSize(List<AggregateWrite> writes) {
        long events = 0;
        long bytes = 0;
        for (var write : writes) {
            events += write.events().size();
            for (var event : write.events()) {
                bytes += event.bytes();
            }
        }
        Limits.check("events in a request", events, Limits.MAX_EVENTS_PER_REQUEST);
        Limits.check("bytes in a request", bytes, Limits.MAX_REQUEST_BYTES);
    }

    /// Collects the writes of a request. Not thread-safe.
    public static final class Builder {
        private final List<AggregateWrite> writes = new ArrayList<>();
        private Optional<UUID> commandId = Optional.empty();

        private Builder() {
        }

        public Builder commandId(UUID id) {
            commandId = Optional.of(id);
            return this;
        }

        public Builder write(AggregateKey key, ExpectedVersion expected, NewEvent... events) {
            return write(key, expected, List.of(events));
        }

        public Builder write(AggregateKey key, ExpectedVersion expected, List<NewEvent> events) {
            writes.add(new AggregateWrite(key, expected, events));
            return this;
        }

        public AppendRequest build() {
            return new AppendRequest(commandId, writes);
        }
    }
}
