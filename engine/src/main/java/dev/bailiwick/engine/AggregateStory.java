package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.util.List;
import java.util.Optional;

/// Where an aggregate is on disk: its frames, and what the index knows of it.
///
/// @param complete whether the whole log was read; else frames without events, such as trims, are told only of segments that the index does
///        not have
/// @param indexedUpTo the last segment that is in the index; 0 if none is, or nobody can tell
/// @param head what the index has as its head
/// @param entries where the index says that its events are
/// @param problems what does not fit together, or cannot be read
public record AggregateStory(AggregateKey key, int partition, ShardIdentifier shard, boolean complete,
        long indexedUpTo, Optional<HeadEntry> head, List<LocationEntry> entries, List<FrameFacts> frames,
        List<String> problems) {

    public AggregateStory {
        entries = List.copyOf(entries);
        frames = List.copyOf(frames);
        problems = List.copyOf(problems);
    }

    /// The head that the index has.
    public record HeadEntry(long version, long firstVersion, AggregateState state, Hash256 hash) {}

    /// One entry of the index: some frames of one segment, with events from this version on.
    public record LocationEntry(long firstVersion, long lastVersion, long segmentId, List<Long> offsets) {
        public LocationEntry {
            offsets = List.copyOf(offsets);
        }
    }
}
