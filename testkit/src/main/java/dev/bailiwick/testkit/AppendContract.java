package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.readAll;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// Appending: all or nothing, versions without gaps, content unchanged.
interface AppendContract extends StoreUnderTest {

    @Test
    default void everyEventGetsTheNextVersionFromOneWithoutGaps() {
        var key = keys().one();

        var first = store().append(key, ExpectedVersion.noStream(), events(3));
        var second = store().append(key, ExpectedVersion.exactly(3), events(2));

        assertThat(first.version(key)).isEqualTo(3);
        assertThat(first.duplicate()).isFalse();
        assertThat(second.version(key)).isEqualTo(5);
        assertThat(versionsOf(key)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    default void contentComesBackAsItWasWritten() {
        var key = keys().one();
        var plain = NewEvent.of("Größe geändert 🚢", new byte[]{0, -1, 127, -128});
        var rich = event("Noted").withMetadata(Map.of("correlation-id", "a", "ключ", "значение"));
        var empty = NewEvent.of("Nothing", new byte[0]).withMetadata("empty", "");

        store().append(key, ExpectedVersion.any(), plain, rich, empty);

        var read = readAll(store(), ReadRequest.of(key));
        assertThat(read).extracting(RecordedEvent::key).containsOnly(key);
        assertThat(read).extracting(RecordedEvent::type).containsExactly(plain.type(), rich.type(), empty.type());
        assertThat(read).extracting(RecordedEvent::payload).containsExactly(plain.payload(), rich.payload(),
                empty.payload());
        assertThat(read).extracting(e -> Map.copyOf(e.metadata())).containsExactly(Map.of(), rich.metadata(),
                empty.metadata());
        assertThat(read).extracting(RecordedEvent::erased).containsOnly(false);
    }

    @Test
    default void theCallersBytesAreCopied() {
        var key = keys().one();
        var payload = new byte[]{1, 2, 3};
        var event = NewEvent.of("Copied", payload);

        payload[0] = 99;
        store().append(key, ExpectedVersion.any(), event);
        store().read(ReadRequest.of(key)).events().getFirst().payload()[1] = 99;

        assertThat(store().read(ReadRequest.of(key)).events().getFirst().payload()).containsExactly(1, 2, 3);
    }

    @Test
    default void anEventSaysWhenAndWhereItWasRecorded() {
        var key = keys().one();

        var result = store().append(key, ExpectedVersion.any(), events(2));

        int partition = store().partitionMap().partitionOf(store().routingRule(), key);
        var read = store().read(ReadRequest.of(key)).events();
        assertThat(read).extracting(RecordedEvent::partition).containsOnly(partition);
        assertThat(result.sequences()).containsOnlyKeys(partition);
        assertThat(read).extracting(RecordedEvent::sequence).containsOnly(result.sequences().get(partition));
        assertThat(read).extracting(RecordedEvent::recordedAt).containsOnly(clock().instant());
        assertThat(read).extracting(RecordedEvent::eventId).doesNotHaveDuplicates();
    }

    @Test
    default void recordedTimeDoesNotGoBackWhenTheClockDoes() {
        var key = keys().one();
        given(key, event("Before"));
        var before = store().read(ReadRequest.of(key)).events().getFirst().recordedAt();

        clock().advance(Duration.ofMinutes(-10));
        given(key, event("After"));

        assertThat(store().read(ReadRequest.of(key)).events().get(1).recordedAt()).isAfterOrEqualTo(before);
    }

    @Test
    default void ofConcurrentCreatorsExactlyOneWins() {
        var key = keys().one();
        var won = new AtomicInteger();
        var lost = new AtomicInteger();

        Concurrently.run(16, i -> {
            try {
                store().append(key, ExpectedVersion.noStream(), event("Created-by-" + i));
                won.incrementAndGet();
            } catch (ConflictException e) {
                lost.incrementAndGet();
            }
        });

        assertThat(won).hasValue(1);
        assertThat(lost).hasValue(15);
        assertThat(versionsOf(key)).containsExactly(1L);
    }

    @Test
    default void concurrentConditionalWritersLoseNoUpdate() {
        var key = keys().one();
        given(key, event("Created"));

        Concurrently.run(8, i -> {
            for (int done = 0; done < 10;) {
                long version = store().details(key).orElseThrow().version();
                try {
                    store().append(key, ExpectedVersion.exactly(version), event("Counted"));
                    done++;
                } catch (ConflictException e) {
                    assertThat(e.actualVersion()).isGreaterThan(version);
                }
            }
        });

        assertThat(versionsOf(key)).hasSize(81).isSorted().doesNotHaveDuplicates();
    }

    @Test
    default void concurrentWritersOfOneAggregateAllLandInSomeOrder() {
        var key = keys().one();

        Concurrently.run(8, i -> {
            for (int n = 0; n < 20; n++) {
                given(key, event("By-" + i + "-" + n));
            }
        });

        var read = readAll(store(), ReadRequest.of(key));
        assertThat(read).hasSize(160).extracting(RecordedEvent::type).doesNotHaveDuplicates();
        assertThat(read.getLast().version()).isEqualTo(160);
    }

    @Test
    default void aStaleWriterLosesAndNothingIsAppended() {
        var key = keys().one();
        given(key, events(3));

        var refusal = refused(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION,
                () -> store().append(key, ExpectedVersion.exactly(2), event("Stale")));

        assertThat(refusal).isInstanceOfSatisfying(ConflictException.class, conflict -> {
            assertThat(conflict.key()).isEqualTo(key);
            assertThat(conflict.expected()).isEqualTo(ExpectedVersion.exactly(2));
            assertThat(conflict.actualVersion()).isEqualTo(3);
            assertThat(conflict.deleted()).isFalse();
        });
        assertThat(versionsOf(key)).containsExactly(1L, 2L, 3L);
    }

    @Test
    default void severalAggregatesAreWrittenTogether() {
        var keys = keys().together(3);
        given(keys.get(0), events(7));

        var result = store().append(AppendRequest.builder()
                .write(keys.get(0), ExpectedVersion.exactly(7), event("Debited"))
                .write(keys.get(1), ExpectedVersion.any(), event("Credited"), event("Notified"))
                .write(keys.get(2), ExpectedVersion.noStream(), event("Logged")).build());

        assertThat(result.version(keys.get(0))).isEqualTo(8);
        assertThat(result.version(keys.get(1))).isEqualTo(2);
        assertThat(result.version(keys.get(2))).isEqualTo(1);
        assertThat(versionsOf(keys.get(1))).containsExactly(1L, 2L);
    }

    @Test
    default void oneFailingExpectationLeavesEveryAggregateUntouched() {
        var keys = keys().together(3);
        given(keys.get(0), events(2));
        given(keys.get(1), events(2));

        refused(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION, () -> store().append(AppendRequest.builder()
                .write(keys.get(0), ExpectedVersion.exactly(2), event("A"))
                .write(keys.get(1), ExpectedVersion.exactly(1), event("B"))
                .write(keys.get(2), ExpectedVersion.noStream(), event("C")).build()));

        assertThat(versionsOf(keys.get(0))).containsExactly(1L, 2L);
        assertThat(versionsOf(keys.get(1))).containsExactly(1L, 2L);
        assertThat(store().details(keys.get(2))).isEmpty();
    }

    @Test
    default void concurrentAppendsOverSharedAggregatesLandWholeAndNoneWaitsForEver() {
        var keys = keys().together(4);

        Concurrently.run(8, thread -> {
            for (int i = 0; i < 25; i++) {
                var from = keys.get((thread + i) % 4);
                var to = keys.get((thread + i + 1 + i % 3) % 4);
                store().append(
                        AppendRequest.builder().write(from, ExpectedVersion.any(), event("Out-" + thread + "-" + i))
                                .write(to, ExpectedVersion.any(), event("In-" + thread + "-" + i)).build());
            }
        });

        var types = new ArrayList<String>();
        keys.forEach(key -> readAll(store(), ReadRequest.of(key)).forEach(event -> types.add(event.type())));
        assertThat(types).hasSize(400).doesNotHaveDuplicates();
    }

    @Test
    default void anAsynchronousAppendHasTheSameOutcome() {
        var key = keys().one();

        var first = store()
                .appendAsync(AppendRequest.builder().write(key, ExpectedVersion.noStream(), event("A")).build());
        var second = first.thenCompose(done -> store()
                .appendAsync(AppendRequest.builder().write(key, ExpectedVersion.noStream(), event("B")).build()));

        assertThat(first.join().version(key)).isEqualTo(1);
        assertThatThrownBy(second::join).isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(ConflictException.class);
        assertThat(versionsOf(key)).containsExactly(1L);
    }

    @Test
    default void aRequestWithoutEventsIsRefused() {
        var key = keys().one();

        refused(ErrorCode.EMPTY_EVENTS_LIST, () -> store().append(key, ExpectedVersion.any()));
        refused(ErrorCode.EMPTY_EVENTS_LIST, () -> store().append(AppendRequest.builder().build()));

        assertThat(store().details(key)).isEmpty();
    }

    @Test
    default void oneAggregateTwiceInARequestIsRefused() {
        var key = keys().one();

        refused(ErrorCode.AGGREGATE_REPEATED, () -> store().append(AppendRequest.builder()
                .write(key, ExpectedVersion.any(), event("A")).write(key, ExpectedVersion.any(), event("B")).build()));

        assertThat(store().details(key)).isEmpty();
    }

    @Test
    default void theLargestRequestIsTaken() {
        var keys = keys().together(Limits.MAX_AGGREGATES_PER_REQUEST);
        int each = Limits.MAX_EVENTS_PER_REQUEST / keys.size();
        var request = AppendRequest.builder();
        keys.forEach(key -> request.write(key, ExpectedVersion.noStream(), Collections.nCopies(each, event("E"))));

        var result = store().append(request.build());

        assertThat(result.versions().values()).hasSize(keys.size()).containsOnly((long) each);
    }

    @Test
    default void theLargestEventIsTakenAndReadBack() {
        var key = keys().one();
        var payload = new byte[Limits.MAX_PAYLOAD_BYTES];
        payload[payload.length - 1] = 42;
        var event = NewEvent.of("x".repeat(Limits.MAX_TYPE_BYTES), payload)
                .withMetadata("k", "v".repeat(Limits.MAX_METADATA_BYTES - 1));

        store().append(key, ExpectedVersion.any(), event);

        var read = store().read(ReadRequest.of(key).maxBytes(1)).events();
        assertThat(read).hasSize(1);
        assertThat(read.getFirst().payload()).isEqualTo(payload);
        assertThat(read.getFirst().type()).isEqualTo(event.type());
        assertThat(read.getFirst().metadata()).isEqualTo(event.metadata());
    }

    @Test
    default void whatIsTooLargeIsRefusedBeforeAnythingHappens() {
        var key = keys().one();
        var big = NewEvent.of("Big", new byte[Limits.MAX_PAYLOAD_BYTES]);
        var crowd = keys().together(Limits.MAX_AGGREGATES_PER_REQUEST + 1);

        List.<Runnable>of(() -> NewEvent.of("E", new byte[Limits.MAX_PAYLOAD_BYTES + 1]),
                () -> NewEvent.of("ü".repeat(Limits.MAX_TYPE_BYTES / 2 + 1), new byte[0]),
                () -> event("E").withMetadata("k", "v".repeat(Limits.MAX_METADATA_BYTES)),
                () -> store().append(key, ExpectedVersion.any(), events(Limits.MAX_EVENTS_PER_REQUEST + 1)),
                () -> store().append(key, ExpectedVersion.any(), big, big, big, big, event("OneTooMany")),
                () -> {
                    var request = AppendRequest.builder();
                    crowd.forEach(member -> request.write(member, ExpectedVersion.any(), event("E")));
                    store().append(request.build());
                }).forEach(tooLarge -> refused(ErrorCode.LIMIT_EXCEEDED, tooLarge::run));

        assertThat(store().details(key)).isEmpty();
    }
}
