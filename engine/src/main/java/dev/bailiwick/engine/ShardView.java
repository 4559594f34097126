package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;

/// What anybody sees of a shard: only what is durable. Changed by the shard's thread, read by all.
///
/// A segment leaves the memory only after it is part of the sealed index. So whoever looks into the segments in memory first and
/// into the sealed index then misses nothing.
final class ShardView {
    private static final int MAX_SPANS = 512;

    private final Routing routing;
    private final SealedIndex sealed;
    private final AtomicLongArray lastSequences;
    private volatile SegmentIndex[] segments = {};
    private volatile long durableUpTo;
    private volatile long unreadableEvents;

    /// @param lastSequences the last durable commit of each partition of the store
    ShardView(Routing routing, SealedIndex sealed, AtomicLongArray lastSequences) {
        this.routing = routing;
        this.sealed = sealed;
        this.lastSequences = lastSequences;
    }

    Routing routing() {
        return routing;
    }

    SealedIndex sealed() {
        return sealed;
    }

    /// The segments in memory, newest first.
    SegmentIndex[] segments() {
        return segments;
    }

    /// The one that is being written.
    SegmentIndex active() {
        return segments[0];
    }

    /// Adds the segment that is written from now on.
    void begin(SegmentIndex next) {
        var extended = new SegmentIndex[segments.length + 1];
        extended[0] = next;
        System.arraycopy(segments, 0, extended, 1, segments.length);
        segments = extended;
    }

    /// Takes a segment out of the memory that is part of the sealed index now.
    void drop(long segmentId) {
        var left = new ArrayList<>(List.of(segments));
        left.removeIf(segment -> segment.segmentId() == segmentId);
        segments = left.toArray(SegmentIndex[]::new);
    }

    long durableUpTo() {
        return durableUpTo;
    }

    void publish(long newDurableUpTo) {
        durableUpTo = newDurableUpTo;
    }

    void publishSequence(int partition, long sequence) {
        lastSequences.lazySet(partition, sequence);
    }

    /// How many events became unreadable by trims and deletions that are part of the sealed index since the store was opened.
    long unreadableEvents() {
        return unreadableEvents;
    }

    /// For the shard's thread.
    @SuppressWarnings("NonAtomicVolatileUpdate") // there is one writer
    void addUnreadable(long events) {
        unreadableEvents += events;
    }

    Optional<Head> head(AggregateKey key) {
        long upTo = durableUpTo;
        for (var segment : segments) {
            int record = segment.newest(key, upTo);
            if (record != SegmentIndex.NONE) {
                return Optional.of(segment.head(record));
            }
        }
        return Optional.ofNullable(translated(() -> {
            var glance = sealed.glance(key);
            return glance.certain() ? glance.head() : sealed.head(key);
        }));
    }

    /// From where the chain of an aggregate begins, if its first events are gone.
    Decision.@Nullable Anchor anchor(AggregateKey key) {
        for (var segment : segments) {
            var anchor = segment.anchor(key);
            if (anchor != null) {
                return anchor; // it began in this segment, so nothing of it can be gone yet
            }
        }
        return translated(() -> sealed.anchor(key));
    }

    /// Frames with an aggregate's events from this version on, in the direction of reading: at least the one with this version,
    /// which a head from [#head] must have.
    List<FrameSpan> spans(AggregateKey key, long version, boolean forwards) {
        var found = spansIfThere(key, version, forwards);
        if (found.isEmpty()) {
            throw new UnreadableStoreException("version " + version + " of " + key + " is not in the index");
        }
        return found;
    }

    /// The same for a version that may be gone; none then.
    List<FrameSpan> spansIfThere(AggregateKey key, long version, boolean forwards) {
        long upTo = durableUpTo;
        for (var segment : segments) {
            int newest = segment.newest(key, upTo);
            boolean reaches = newest != SegmentIndex.NONE && segment.version(newest) >= version;
            int record = reaches ? segment.containing(newest, version) : SegmentIndex.NONE;
            if (record != SegmentIndex.NONE) {
                return forwards ? forwards(segment, newest, record) : backwards(segment, record);
            }
        }
        var found = translated(() -> sealed.spans(key, version, forwards, MAX_SPANS));
        boolean there = !found.isEmpty() && found.getFirst().firstVersion() <= version
                && found.getFirst().lastVersion() >= version;
        return there ? found : List.of();
    }

    /// The frames of a partition's commits from this one on, at least that one, which must be durable.
    List<FrameLocation> feed(int partition, long sequence) {
        long last = lastSequences.get(partition);
        for (var segment : segments) {
            var list = segment.places().of(partition);
            if (list != null && list.firstSequence() <= sequence) {
                var locations = new ArrayList<FrameLocation>();
                for (long next = sequence; next <= last && locations.size() < MAX_SPANS; next++) {
                    locations.add(FrameLocation.unpack(segment.segmentId(), list.packedLocation(next)));
                }
                return locations;
            }
            if (list != null) {
                last = list.firstSequence() - 1;
            }
        }
        var found = translated(() -> sealed.feed(partition, sequence));
        if (found.isEmpty()) {
            throw new UnreadableStoreException(
                    "commit " + sequence + " of partition " + partition + " is not in the index");
        }
        return found;
    }

    /// What the index does for a reader, with its failures as the store's.
    interface IndexWork<T extends @Nullable Object> {
        T run() throws IOException;
    }

    static <T extends @Nullable Object> T translated(IndexWork<T> work) {
        try {
            return work.run();
        } catch (SealedIndex.ClosedIndexException e) {
            throw new StoreClosedException();
        } catch (IOException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    private static List<FrameSpan> forwards(SegmentIndex segment, int newest, int first) {
        int last = segment.containing(newest, segment.version(first) + MAX_SPANS - 1);
        var spans = backwards(segment, last, first);
        return spans.reversed();
    }

    private static List<FrameSpan> backwards(SegmentIndex segment, int from) {
        var spans = new ArrayList<FrameSpan>();
        for (int record = from; record != SegmentIndex.NONE && spans.size() < MAX_SPANS; record = segment
                .prev(record)) {
            add(spans, segment, record);
        }
        return spans;
    }

    private static List<FrameSpan> backwards(SegmentIndex segment, int from, int to) {
        var spans = new ArrayList<FrameSpan>();
        for (int record = from; record != to; record = segment.prev(record)) {
            add(spans, segment, record);
        }
        add(spans, segment, to);
        return spans;
    }

    private static void add(List<FrameSpan> spans, SegmentIndex segment, int record) {
        if (segment.events(record) > 0) {
            spans.add(new FrameSpan(segment.location(record), segment.firstVersion(record), segment.events(record)));
        }
    }
}
