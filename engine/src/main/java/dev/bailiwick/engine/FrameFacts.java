package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/// One frame of the log: what a shard decided, and where that is.
///
/// @param offset in its segment
/// @param sequence of the shard's log
/// @param durableUpTo the sequence up to which the log was known to be durable when it was written
/// @param places its sequence in each partition that it touches
/// @param streams the aggregates that it changes
/// @param problem why its content cannot be told, if it cannot
public record FrameFacts(long segmentId, long offset, int bytes, long sequence, String kind, Instant at,
        long durableUpTo, List<Place> places, Optional<UUID> commandId, List<Stream> streams,
        Optional<String> problem) {

    public FrameFacts {
        places = List.copyOf(places);
        streams = List.copyOf(streams);
    }

    public record Place(int partition, long sequence) {}

    /// What happens to one aggregate.
    ///
    /// @param firstVersion of its events in the frame; one more than `version` if there are none
    /// @param version of the aggregate afterwards
    /// @param firstReadable version of the aggregate afterwards
    public record Stream(AggregateKey key, long firstVersion, long version, long firstReadable) {
        public long events() {
            return version - firstVersion + 1;
        }
    }

    boolean concerns(AggregateKey key) {
        return streams.stream().anyMatch(stream -> stream.key().equals(key));
    }
}
