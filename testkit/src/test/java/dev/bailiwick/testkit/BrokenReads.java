package dev.bailiwick.testkit;

import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.UnavailableVersionException;
import java.time.Duration;
import java.util.Optional;

/// Ways to read and list that are right but for one thing, each on top of a store that is right.
final class BrokenReads {
    private BrokenReads() {
    }

    static EventPage readsFromWhatIsLeft(EventStore right, ReadRequest request) {
        try {
            return right.read(request);
        } catch (UnavailableVersionException e) {
            return right.read(request.from(e.firstVersion()));
        }
    }

    static EventPage skipsAnEventBetweenPages(EventStore right, ReadRequest request) {
        var page = right.read(request);
        var next = page.next().map(then -> then.from(then.from().orElseThrow() + 1));
        return new EventPage(page.events(), next, page.firstVersion(), page.version());
    }

    static EventPage readsEverythingForwards(EventStore right, ReadRequest request) {
        var all = ReadRequest.of(request.key()).limit(request.limit());
        return right.read(request.from().isPresent() ? all.from(request.from().getAsLong()) : all);
    }

    static EventPage tellsWrongTimes(EventStore right, ReadRequest request) {
        var page = right.read(request);
        return new EventPage(page.events().stream().map(BrokenReads::tooEarly).toList(), page.next(),
                page.firstVersion(),
                page.version());
    }

    private static RecordedEvent tooEarly(RecordedEvent event) {
        var earlier = event.recordedAt().minus(Duration.ofMinutes(event.version()));
        return new RecordedEvent(event.key(), event.version(), event.type(), event.metadata(), event.payload(),
                event.erased(), new CommitStamp(event.partition(), event.sequence(), earlier), event.hash());
    }

    static ListPage listsTheDeleted(EventStore right, ListRequest request) {
        return right.list(request.withDeleted());
    }

    static ListPage listsTheLastIdOfAPageAgain(EventStore right, ListRequest request) {
        var page = right.list(request);
        if (page.next().isEmpty() || page.ids().size() < 2) {
            return page;
        }
        return new ListPage(page.ids(), Optional.of(request.after(page.ids().get(page.ids().size() - 2))));
    }
}
