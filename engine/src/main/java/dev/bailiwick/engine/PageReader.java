package dev.bailiwick.engine;

import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.Direction;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.UnavailableVersionException;
import dev.bailiwick.store.UnreadableStoreException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one page of one aggregate, on the caller's thread. A frame with several of its events is read once.
final class PageReader {
    private final Shard shard;
    private final Head head;
    private final ReadRequest request;
    private final List<RecordedEvent> events = new ArrayList<>();
    private Iterator<FrameSpan> spans = Collections.emptyIterator();
    private @Nullable FrameSpan span;
    private LogReader.@Nullable Entry entry;
    private long bytes;

    /// @param head of the aggregate, from the shard's view
    PageReader(Shard shard, Head head, ReadRequest request) {
        this.shard = shard;
        this.head = head;
        this.request = request;
    }

    EventPage read() {
        boolean forwards = request.direction() == Direction.FORWARDS;
        long version = firstToRead(forwards);
        for (int scanned = 0; isReadable(version) && scanned < Limits.MAX_PAGE_SCAN
                && takes(event(version)); scanned++) {
            version += forwards ? 1 : -1;
        }
        var next = isReadable(version) ? Optional.of(request.from(version)) : Optional.<ReadRequest>empty();
        return new EventPage(events, next, head.firstVersion(), head.version());
    }

    private long firstToRead(boolean forwards) {
        if (request.from().isEmpty()) {
            return forwards ? head.firstVersion() : head.version();
        }
        long from = request.from().getAsLong();
        if (from < head.firstVersion()) {
            throw new UnavailableVersionException(request.key(), from, head.firstVersion());
        }
        return forwards ? from : Math.min(from, head.version());
    }

    private boolean isReadable(long version) {
        return version >= head.firstVersion() && version <= head.version();
    }

    private RecordedEvent event(long version) {
        if (span == null || version < span.firstVersion() || version > span.lastVersion()) {
            span = spanWith(version);
            entry = shard.reader().read(span.location());
        }
        if (entry != null && entry.decision() instanceof Decision.Appended appended) {
            for (var written : appended.streams()) {
                if (written.key().equals(request.key()) && written.has(version)) {
                    return Commits.event(written, (int) (version - written.firstVersion()),
                            stamp(appended, written, entry));
                }
            }
        }
        throw new UnreadableStoreException(
                "the index leads to a frame without version " + version + " of " + request.key());
    }

    private FrameSpan spanWith(long version) {
        if (!spans.hasNext()) {
            spans = shard.view().spans(request.key(), version, request.direction() == Direction.FORWARDS).iterator();
        }
        var next = spans.next();
        if (version < next.firstVersion() || version > next.lastVersion()) {
            throw new UnreadableStoreException("the index has a gap at version " + version + " of " + request.key());
        }
        return next;
    }

    private static CommitStamp stamp(Decision.Appended appended, Decision.Stream written, LogReader.Entry entry) {
        long sequence = appended.places().stream().filter(place -> place.partition() == written.partition()).findFirst()
                .orElseThrow().sequence();
        return new CommitStamp(written.partition(), sequence, Instant.ofEpochMilli(entry.timeMs()));
    }

    private boolean takes(RecordedEvent event) {
        if (!request.eventTypes().isEmpty() && !request.eventTypes().contains(event.type())) {
            return true;
        }
        boolean full = events.size() == request.limit()
                || (!events.isEmpty() && bytes + event.bytes() > request.maxBytes());
        if (!full) {
            events.add(event);
            bytes += event.bytes();
        }
        return !full;
    }
}
