package dev.bailiwick.testkit;

import dev.bailiwick.store.Direction;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.UnavailableVersionException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads one page of one aggregate.
final class PageReader {
    private final Aggregate aggregate;
    private final ReadRequest request;
    private final List<RecordedEvent> events = new ArrayList<>();
    private long bytes;

    private PageReader(Aggregate aggregate, ReadRequest request) {
        this.aggregate = aggregate;
        this.request = request;
    }

    static EventPage read(Aggregate aggregate, ReadRequest request) {
        return new PageReader(aggregate, request).read();
    }

    private EventPage read() {
        boolean forwards = request.direction() == Direction.FORWARDS;
        long version = firstToRead(forwards);
        int step = forwards ? 1 : -1;
        int scanned = 0;
        while (isReadable(version) && scanned < Limits.MAX_PAGE_SCAN && takes(aggregate.event(version).recorded())) {
            version += step;
            scanned++;
        }
        var next = isReadable(version) ? Optional.of(request.from(version)) : Optional.<ReadRequest>empty();
        return new EventPage(events, next, aggregate.firstVersion(), aggregate.version());
    }

    private long firstToRead(boolean forwards) {
        if (request.from().isEmpty()) {
            return forwards ? aggregate.firstVersion() : aggregate.version();
        }
        long from = request.from().getAsLong();
        if (from < aggregate.firstVersion()) {
            throw new UnavailableVersionException(aggregate.key(), from, aggregate.firstVersion());
        }
        return forwards ? from : Math.min(from, aggregate.version());
    }

    private boolean isReadable(long version) {
        return version >= aggregate.firstVersion() && version <= aggregate.version();
    }

    /// Whether the page has room for the event, or does not want it.
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
