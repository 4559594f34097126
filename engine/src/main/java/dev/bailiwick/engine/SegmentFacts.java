package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/// One file of a shard's log, as it is on disk.
///
/// @param firstSequence of the log, of its first frame that can be read; 0 if there is none
/// @param lastSequence of its last one
/// @param usedBytes up to the end of its last frame
/// @param framesByKind how many frames say what
/// @param firstAt the time of its first frame
/// @param problems what is not as it should be, and where
public record SegmentFacts(ShardIdentifier shard, long id, State state, long firstSequence, long lastSequence,
        long usedBytes, long fileBytes, SortedMap<String, Long> framesByKind, Optional<Instant> firstAt,
        Optional<Instant> lastAt, List<String> problems) {

    public SegmentFacts {
        framesByKind = Collections.unmodifiableSortedMap(new TreeMap<>(framesByKind));
        problems = List.copyOf(problems);
    }

    /// What the manifest says of it.
    public enum State {
        /// Finished.
        SEALED,
        /// The last one, which is being written or was when the store was closed.
        ACTIVE,
        /// Comes after that one and is not begun.
        NEXT,
        /// Not in the manifest: just made, or left by a crash and deleted when the store is opened; or the manifest cannot be read.
        UNLISTED
    }
}
