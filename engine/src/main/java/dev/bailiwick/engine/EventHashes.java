package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.UnreadableStoreException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the hashes of events, for any thread. They are in the log until the event is reclaimed; of the last that was, the hash is with the anchors.
///
/// @param shard that has the aggregates
record EventHashes(Shard shard) {
    /// The hash of an event that is durable; null if it is gone and others after it are gone too.
    @Nullable
    Hash256 find(AggregateKey key, long version) {
        for (var spans = spans(key, version); !spans.isEmpty(); spans = spans(key, version)) {
            try {
                var stream = streamIn(shard.reader().read(spans.getFirst().location()), key, version);
                return stream.events().get((int) (version - stream.firstVersion())).hash();
            } catch (LogReader.RetiredSegmentException e) {
                // The index knows where it is now.
            }
        }
        var anchor = shard.view().anchor(key);
        return anchor == null || anchor.version() != version ? null : anchor.hash();
    }

    private List<FrameSpan> spans(AggregateKey key, long version) {
        return shard.view().spansIfThere(key, version, true);
    }

    /// What a frame has of an aggregate, of which it must have this version.
    static Decision.Stream streamIn(LogReader.Entry entry, AggregateKey key, long version) {
        if (entry.decision() instanceof Decision.Appended appended) {
            for (var stream : appended.streams()) {
                if (stream.key().equals(key) && stream.has(version)) {
                    return stream;
                }
            }
        }
        throw new UnreadableStoreException("the index leads to a frame without version " + version + " of " + key);
    }
}
