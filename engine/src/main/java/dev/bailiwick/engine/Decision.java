package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.Recreation;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.UUID;

/// What a frame says: an outcome, not a request. Versions, sequences and hashes are decided, so applying it needs no judgement
/// and always does the same.
sealed interface Decision {
    /// Events of one request.
    ///
    /// @param places the commit's place in each partition that it touches
    record Appended(UUID orgId, Optional<Command> command, List<Place> places,
            List<Stream> streams) implements Decision {}

    record Trimmed(Place place, AggregateKey key, long firstVersion) implements Decision {}

    record Deleted(Place place, AggregateKey key, long version, Recreation recreation) implements Decision {}

    /// A commit's place in a partition.
    ///
    /// @param epoch in which the partition got its owner
    record Place(int partition, long epoch, long sequence) {}

    record Command(UUID id, Hash256 fingerprint) {}

    /// The events of one aggregate.
    record Stream(AggregateKey key, int partition, long firstVersion, List<Event> events) {
        long lastVersion() {
            return firstVersion + events.size() - 1;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // bytes on their way between callers and disk, never compared
    record Event(String type, SortedMap<String, String> metadata, byte[] salt, byte[] payload, Hash256 hash) {}
}
