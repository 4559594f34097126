package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.readAll;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.UnavailableVersionException;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Reading: pages in both directions, filters, and the edges of what is readable.
interface ReadContract extends StoreUnderTest {

    private AggregateKey tenEvents() {
        var key = keys().one();
        given(key, events(10));
        return key;
    }

    private static List<Long> versions(EventPage page) {
        return page.events().stream().map(RecordedEvent::version).toList();
    }

    private static List<Long> range(int first, int last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    default void aPageBeginsAtTheVersionAskedFor() {
        var page = store().read(ReadRequest.of(tenEvents()).from(4).limit(3));

        assertThat(versions(page)).containsExactly(4L, 5L, 6L);
        assertThat(page.firstVersion()).isEqualTo(1);
        assertThat(page.version()).isEqualTo(10);
    }

    @Test
    default void pagesFollowEachOtherToTheEnd() {
        var key = tenEvents();

        for (int limit = 1; limit <= 11; limit++) {
            var all = readAll(store(), ReadRequest.of(key).limit(limit));
            assertThat(all).as("pages of %d", limit).extracting(RecordedEvent::version).isEqualTo(range(1, 10));
        }
    }

    @Test
    default void aPageThatEndsWithTheLastEventHasNoNext() {
        var key = tenEvents();

        assertThat(store().read(ReadRequest.of(key).limit(10)).next()).isEmpty();
        assertThat(store().read(ReadRequest.of(key).limit(9)).next()).contains(ReadRequest.of(key).limit(9).from(10));
    }

    @Test
    default void backwardsStartsAtTheEndAndGoesDown() {
        var key = tenEvents();

        var all = readAll(store(), ReadRequest.of(key).backwards().limit(4));
        var some = store().read(ReadRequest.of(key).backwards().from(3));

        assertThat(all).extracting(RecordedEvent::version).containsExactly(10L, 9L, 8L, 7L, 6L, 5L, 4L, 3L, 2L, 1L);
        assertThat(versions(some)).containsExactly(3L, 2L, 1L);
        assertThat(some.next()).isEmpty();
    }

    @Test
    default void pastTheEndThereIsNothingForwardsAndEverythingBackwards() {
        var key = tenEvents();

        for (long from : new long[]{11, 12, Long.MAX_VALUE}) {
            var forwards = store().read(ReadRequest.of(key).from(from));
            var backwards = store().read(ReadRequest.of(key).backwards().from(from).limit(1));

            assertThat(forwards.events()).as("from %d", from).isEmpty();
            assertThat(forwards.next()).isEmpty();
            assertThat(forwards.version()).isEqualTo(10);
            assertThat(versions(backwards)).containsExactly(10L);
        }
    }

    @Test
    default void whatNeverExistedCannotBeRead() {
        refused(ErrorCode.AGGREGATE_NOT_EXISTS, () -> store().read(ReadRequest.of(keys().one())));

        assertThat(store().details(keys().one())).isEmpty();
    }

    @Test
    default void beforeTheTrimPointNothingIsReadable() {
        var key = tenEvents();
        store().trim(key, 6);

        for (var request : List.of(ReadRequest.of(key).from(5), ReadRequest.of(key).from(1),
                ReadRequest.of(key).backwards().from(5))) {
            var refusal = refused(ErrorCode.UNAVAILABLE_VERSION, () -> store().read(request));
            assertThat(refusal).isInstanceOfSatisfying(UnavailableVersionException.class, e -> {
                assertThat(e.requestedVersion()).isEqualTo(request.from().orElseThrow());
                assertThat(e.firstVersion()).isEqualTo(6);
            });
        }
    }

    @Test
    default void readingATrimmedAggregateWithoutAVersionStartsAtItsFirstReadableOne() {
        var key = tenEvents();
        store().trim(key, 6);

        assertThat(versions(store().read(ReadRequest.of(key)))).isEqualTo(range(6, 10));
        assertThat(readAll(store(), ReadRequest.of(key).backwards().limit(2))).extracting(RecordedEvent::version)
                .containsExactly(10L, 9L, 8L, 7L, 6L);
        assertThat(store().read(ReadRequest.of(key)).firstVersion()).isEqualTo(6);
    }

    @Test
    default void anAggregateTrimmedToTheEndReadsAsEmpty() {
        var key = tenEvents();
        store().trim(key, 11);

        for (var request : List.of(ReadRequest.of(key), ReadRequest.of(key).backwards(),
                ReadRequest.of(key).from(11))) {
            var page = store().read(request);
            assertThat(page.events()).isEmpty();
            assertThat(page.next()).isEmpty();
            assertThat(page.version()).isEqualTo(10);
        }
        refused(ErrorCode.UNAVAILABLE_VERSION, () -> store().read(ReadRequest.of(key).from(10)));
    }

    @Test
    default void aPageHoldsOnlyEventsOfTheTypesAskedFor() {
        var key = keys().one();
        given(key, event("A"), event("B"), event("C"), event("A"), event("B"));

        assertThat(readAll(store(), ReadRequest.of(key).eventType("A"))).extracting(RecordedEvent::version)
                .containsExactly(1L, 4L);
        assertThat(readAll(store(), ReadRequest.of(key).eventType("A").eventType("C").limit(1)))
                .extracting(RecordedEvent::version).containsExactly(1L, 3L, 4L);
        assertThat(readAll(store(), ReadRequest.of(key).eventType("B").backwards().limit(1)))
                .extracting(RecordedEvent::version).containsExactly(5L, 2L);
        assertThat(readAll(store(), ReadRequest.of(key).eventType("Never"))).isEmpty();
    }

    @Test
    default void aRareTypeIsFoundOverManyPagesOfBoundedWork() {
        var key = keys().one();
        given(key, event("Rare"));
        for (long left = Limits.MAX_PAGE_SCAN + 100; left > 0; left -= 1_000) {
            given(key, events(1_000));
        }
        given(key, event("Rare"));

        var emptyPage = store().read(ReadRequest.of(key).from(2).eventType("Rare"));
        var found = readAll(store(), ReadRequest.of(key).eventType("Rare"));

        assertThat(emptyPage.events()).isEmpty();
        assertThat(emptyPage.next()).isPresent();
        assertThat(found).extracting(RecordedEvent::version).containsExactly(1L,
                store().details(key).orElseThrow().version());
    }

    @Test
    default void aPageIsBoundedInBytesButNeverWithoutProgress() {
        var key = keys().one();
        var small = NewEvent.of("Small", new byte[100]);
        given(key, small, small, NewEvent.of("Large", new byte[10_000]), small);

        assertThat(versions(store().read(ReadRequest.of(key).maxBytes(300)))).containsExactly(1L, 2L);
        assertThat(versions(store().read(ReadRequest.of(key).from(3).maxBytes(300)))).containsExactly(3L);
        assertThat(readAll(store(), ReadRequest.of(key).maxBytes(1))).hasSize(4);
        assertThat(versions(store().read(ReadRequest.of(key).backwards().maxBytes(300)))).containsExactly(4L);
        assertThat(readAll(store(), ReadRequest.of(key).backwards().maxBytes(1))).hasSize(4);
    }

    @Test
    default void aTrimBetweenTwoPagesIsNoticed() {
        var key = tenEvents();
        var next = store().read(ReadRequest.of(key).limit(3)).next().orElseThrow();

        store().trim(key, 6);

        refused(ErrorCode.UNAVAILABLE_VERSION, () -> store().read(next));
    }

    @Test
    default void aMalformedReadIsRefused() {
        var key = keys().one();

        refused(ErrorCode.INVALID_REQUEST, () -> store().read(ReadRequest.of(key).from(0)));
        refused(ErrorCode.INVALID_REQUEST, () -> store().read(ReadRequest.of(key).limit(0)));
        refused(ErrorCode.INVALID_REQUEST, () -> store().read(ReadRequest.of(key).maxBytes(0)));
        refused(ErrorCode.INVALID_REQUEST, () -> store().read(ReadRequest.of(key).eventType(" ")));
        refused(ErrorCode.LIMIT_EXCEEDED, () -> store().read(ReadRequest.of(key).limit(Limits.MAX_PAGE_EVENTS + 1)));
        refused(ErrorCode.LIMIT_EXCEEDED, () -> store().read(ReadRequest.of(key).maxBytes(Limits.MAX_PAGE_BYTES + 1)));
    }
}
