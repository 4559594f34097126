package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.readAll;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Erasing.
@SuppressWarnings("try") // a subscription is used by being open
public abstract class EventEraserContract {
    private final AggregateKey key = AggregateKey.of("Acme", "Customers", "1");
    private final AggregateKey neighbour = AggregateKey.of("Acme", "Customers", "2");
    private final AggregateKey stranger = AggregateKey.of("Other", "Customers", "1");
    private EventStore store;

    protected EventEraserContract() {
    }

    /// A new, empty store.
    protected abstract EventStore open(StoreSetup setup);

    @BeforeEach
    final void openStore() {
        store = open(StoreSetup.standard());
    }

    @AfterEach
    final void closeStore() {
        store.close();
    }

    private void given(AggregateKey aggregate, int count) {
        store.append(aggregate, ExpectedVersion.any(), events(count));
    }

    private List<Commit> feed(int count) {
        var collector = FeedCollector.ofEverything();
        try (var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), collector)) {
            return collector.await(count);
        }
    }

    @Test
    void erasedEventsRemainAsStubs() {
        given(key, 3);
        var before = readAll(store, ReadRequest.of(key));

        store.erase(EraseRequest.aggregate(key));

        var after = readAll(store, ReadRequest.of(key));
        assertThat(after).hasSize(3).allSatisfy(event -> {
            assertThat(event.erased()).isTrue();
            assertThat(event.payload()).isEmpty();
        });
        assertThat(after).extracting(RecordedEvent::type).isEqualTo(before.stream().map(RecordedEvent::type).toList());
        assertThat(after).extracting(RecordedEvent::hash).isEqualTo(before.stream().map(RecordedEvent::hash).toList());
        assertThat(after).extracting(RecordedEvent::eventId)
                .isEqualTo(before.stream().map(RecordedEvent::eventId).toList());
    }

    @Test
    void chainsStillVerifyAndTheReceiptSaysWhatWasDone() {
        given(key, 3);
        given(neighbour, 2);

        var receipt = store.erase(EraseRequest.aggregate(key));

        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        assertThat(receipt.scope()).isEqualTo(new AggregateScope.Aggregate(key));
        assertThat(receipt.aggregates()).isEqualTo(1);
        assertThat(receipt.events()).isEqualTo(3);
        assertThat(receipt.before()).hasSameSizeAs(receipt.after()).hasSize(1);
        assertThat(receipt.before().values()).extracting(PartitionDigest::digest)
                .isEqualTo(receipt.after().values().stream().map(PartitionDigest::digest).toList());
    }

    @Test
    void nobodyElseIsTouched() {
        given(key, 3);
        given(neighbour, 2);
        given(stranger, 2);

        store.erase(EraseRequest.org(Ids.named("Acme")));

        assertThat(readAll(store, ReadRequest.of(neighbour))).allSatisfy(event -> assertThat(event.erased()).isTrue());
        assertThat(readAll(store, ReadRequest.of(stranger))).allSatisfy(event -> {
            assertThat(event.erased()).isFalse();
            assertThat(event.payload()).isNotEmpty();
        });
    }

    @Test
    void theFeedShowsStubsAndThatSomethingWasErased() {
        given(key, 3);

        store.erase(EraseRequest.aggregate(key));

        var commits = feed(2);
        assertThat(commits.get(0).events()).hasSize(3).allSatisfy(event -> {
            assertThat(event.erased()).isTrue();
            assertThat(event.payload()).isEmpty();
        });
        assertThat(commits.get(1).change()).isEqualTo(new Change.Erased(key, 3));
    }

    @Test
    void trimmedAndDeletedAggregatesAreErasedToo() {
        given(key, 3);
        given(neighbour, 3);
        store.trim(key, 3);
        store.delete(neighbour, ExpectedVersion.any(), Recreation.ALLOWED);

        store.erase(EraseRequest.org(Ids.named("Acme")));

        assertThat(feed(6)).flatExtracting(Commit::events).extracting(RecordedEvent::payload)
                .allSatisfy(payload -> assertThat(payload).isEmpty());
        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
    }

    @Test
    void erasingAgainFindsNothingAndLeavesNoTrace() {
        given(key, 3);
        store.erase(EraseRequest.aggregate(key));

        var second = store.erase(EraseRequest.aggregate(key));

        assertThat(second.events()).isZero();
        assertThat(second.aggregates()).isZero();
        assertThat(second.after()).isEqualTo(second.before());
    }

    @Test
    void anErasedAggregateGoesOn() {
        given(key, 3);
        store.erase(EraseRequest.aggregate(key));

        store.append(key, ExpectedVersion.exactly(3), event("New"));

        var read = readAll(store, ReadRequest.of(key));
        assertThat(read).extracting(RecordedEvent::erased).containsExactly(true, true, true, false);
        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
    }

    @Test
    void aClosedStoreErasesNothing() {
        store.close();

        refused(ErrorCode.STORE_CLOSED, () -> store.erase(EraseRequest.aggregate(key)));
    }

    @Test
    void whatNeverExistedCannotBeErased() {
        refused(ErrorCode.AGGREGATE_NOT_EXISTS, () -> store.erase(EraseRequest.aggregate(key)));
        assertThat(store.erase(EraseRequest.org(Ids.named("Nobody"))).events()).isZero();
        refused(ErrorCode.INVALID_REQUEST, () -> new EraseRequest(new AggregateScope.Everything()));
    }
}
