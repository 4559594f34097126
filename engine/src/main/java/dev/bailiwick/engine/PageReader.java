package dev.bailiwick.engine;

import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.Direction;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.UnavailableVersionException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one page of one aggregate, on the caller's thread. A frame with several of its events is read once.
final class PageReader {
    private final StreamIndex stream;
    private final Head head;
    private final LogReader reader;
    private final ReadRequest request;
    private final List<RecordedEvent> events = new ArrayList<>();
    private @Nullable FrameLocation location;
    private LogReader.@Nullable Entry entry;
    private long bytes;

    PageReader(StreamIndex stream, LogReader reader, ReadRequest request) {
        this.stream = stream;
        this.head = stream.head();
        this.reader = reader;
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

    RecordedEvent event(long version) {
        var wanted = stream.frameOf(version);
        if (entry == null || !wanted.equals(location)) {
            location = wanted;
            entry = reader.read(wanted);
        }
        if (entry.decision() instanceof Decision.Appended appended) {
            for (var written : appended.streams()) {
                if (written.key().equals(request.key())) {
                    return EngineFeed.recorded(written, (int) (version - written.firstVersion()),
                            stamp(appended, written, entry));
                }
            }
        }
        throw new IllegalStateException("the index leads to a frame without " + request.key());
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
