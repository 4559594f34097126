package dev.bailiwick.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/// What the parts of the suite have in common: the store of this test, keys to use, and short ways to say things.
interface StoreUnderTest {
    /// The setup of this run of the suite.
    StoreSetup setup();

    /// The store of this test, made with [#setup] and [#clock].
    EventStore store();

    /// Another store for this test. It is closed after the test.
    EventStore store(StoreSetup setup);

    /// The clock of all stores of this test.
    SettableClock clock();

    default Keys keys() {
        return new Keys(setup());
    }

    static NewEvent event(String type) {
        return NewEvent.of(type, type.getBytes(StandardCharsets.UTF_8));
    }

    /// `count` events of types `Happened-1`, `Happened-2` and so on.
    static NewEvent[] events(int count) {
        var events = new NewEvent[count];
        for (int i = 0; i < count; i++) {
            events[i] = event("Happened-" + (i + 1));
        }
        return events;
    }

    /// Appends without a condition and returns the new version.
    default long given(AggregateKey key, NewEvent... events) {
        return store().append(key, ExpectedVersion.any(), events).version(key);
    }

    /// All readable events, page by page.
    static List<RecordedEvent> readAll(EventStore store, ReadRequest first) {
        var all = new ArrayList<RecordedEvent>();
        for (var next = Optional.of(first); next.isPresent();) {
            var page = store.read(next.get());
            all.addAll(page.events());
            next = page.next();
        }
        return all;
    }

    default List<Long> versionsOf(AggregateKey key) {
        return readAll(store(), ReadRequest.of(key)).stream().map(RecordedEvent::version).toList();
    }

    /// Runs what must be refused and returns the refusal.
    static BailiwickException refused(ErrorCode code, ThrowingCallable call) {
        var refusal = new BailiwickException[1];
        assertThatThrownBy(call).isInstanceOfSatisfying(BailiwickException.class, e -> refusal[0] = e)
                .extracting(e -> ((BailiwickException) e).code()).isEqualTo(code);
        return refusal[0];
    }
}
