package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.TrimBeyondEndException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Details, trimming, deleting, beginning anew.
interface LifecycleContract extends StoreUnderTest {

    @Test
    default void detailsTellVersionStateAndTimeOfTheLastWrite() {
        var key = keys().one();
        given(key, events(2));
        clock().advance(Duration.ofMinutes(5));
        given(key, event("Later"));

        assertThat(store().details(key))
                .contains(new AggregateDetails(key, 3, 1, AggregateState.LIVE, clock().instant()));
    }

    @Test
    default void trimmingMovesTheFirstReadableVersion() {
        var key = keys().one();
        given(key, events(5));
        clock().advance(Duration.ofMinutes(5));

        var trimmed = store().trim(key, 4);

        assertThat(trimmed).isEqualTo(new AggregateDetails(key, 5, 4, AggregateState.LIVE, clock().instant()));
        assertThat(store().details(key)).contains(trimmed);
        assertThat(versionsOf(key)).containsExactly(4L, 5L);
    }

    @Test
    default void trimmingNeverGoesBackAndCanBeRepeated() {
        var key = keys().one();
        given(key, events(5));
        var trimmed = store().trim(key, 4);
        clock().advance(Duration.ofMinutes(5));

        assertThat(store().trim(key, 4)).isEqualTo(trimmed);
        assertThat(store().trim(key, 2)).isEqualTo(trimmed);
        assertThat(versionsOf(key)).containsExactly(4L, 5L);
    }

    @Test
    default void anAggregateTrimmedToTheEndGoesOnAtItsNextVersion() {
        var key = keys().one();
        given(key, events(5));
        store().trim(key, 6);

        assertThat(given(key, event("Next"))).isEqualTo(6);
        assertThat(versionsOf(key)).containsExactly(6L);
    }

    @Test
    default void aTrimBeyondTheEndIsRefused() {
        var key = keys().one();
        given(key, events(5));

        var refusal = refused(ErrorCode.TRIM_BEYOND_END, () -> store().trim(key, 7));

        assertThat(refusal).isInstanceOfSatisfying(TrimBeyondEndException.class, e -> {
            assertThat(e.keepFromVersion()).isEqualTo(7);
            assertThat(e.version()).isEqualTo(5);
        });
        assertThat(versionsOf(key)).hasSize(5);
    }

    @Test
    default void aTrimOfWhatIsNotThereIsRefused() {
        var keys = keys().together(2);
        given(keys.get(1), event("A"));
        store().delete(keys.get(1), ExpectedVersion.any(), Recreation.ALLOWED);

        refused(ErrorCode.AGGREGATE_NOT_EXISTS, () -> store().trim(keys.get(0), 1));
        refused(ErrorCode.AGGREGATE_NOT_EXISTS, () -> store().trim(keys.get(1), 1));
        refused(ErrorCode.INVALID_REQUEST, () -> store().trim(keys.get(0), 0));
    }

    @Test
    default void aDeletedAggregateIsGoneForReaders() {
        for (var recreation : Recreation.values()) {
            var key = keys().routedBy(3, recreation == Recreation.ALLOWED ? 0 : 1);
            given(key, events(9));

            var deleted = store().delete(key, ExpectedVersion.exactly(9), recreation);

            var state = recreation == Recreation.ALLOWED ? AggregateState.DELETED_RECREATABLE : AggregateState.DELETED;
            assertThat(deleted).isEqualTo(new AggregateDetails(key, 9, 10, state, clock().instant()));
            assertThat(store().details(key)).contains(deleted);
            refused(ErrorCode.AGGREGATE_NOT_EXISTS, () -> store().read(ReadRequest.of(key)));
            refused(ErrorCode.AGGREGATE_NOT_EXISTS, () -> store().read(ReadRequest.of(key).from(9)));
        }
    }

    @Test
    default void aRecreatedAggregateContinuesItsVersionsAndItsOldEventsStayGone() {
        var key = keys().one();
        given(key, events(3));
        store().delete(key, ExpectedVersion.any(), Recreation.ALLOWED);

        var result = store().append(key, ExpectedVersion.noStream(), events(2));

        assertThat(result.version(key)).isEqualTo(5);
        assertThat(store().details(key).orElseThrow())
                .isEqualTo(new AggregateDetails(key, 5, 4, AggregateState.LIVE, clock().instant()));
        assertThat(versionsOf(key)).containsExactly(4L, 5L);
        refused(ErrorCode.UNAVAILABLE_VERSION, () -> store().read(ReadRequest.of(key).from(3)));
        refused(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION,
                () -> store().append(key, ExpectedVersion.exactly(3), event("Stale")));
    }

    @Test
    default void anAggregateCanBeDeletedAndRecreatedAgainAndAgain() {
        var key = keys().one();
        for (long round = 1; round <= 3; round++) {
            assertThat(store().append(key, ExpectedVersion.noStream(), event("Born")).version(key)).isEqualTo(round);
            store().delete(key, ExpectedVersion.exactly(round), Recreation.ALLOWED);
        }

        assertThat(store().details(key).orElseThrow().version()).isEqualTo(3);
    }

    @Test
    default void aDeleteCanBeRepeated() {
        var key = keys().one();
        given(key, events(3));
        var first = store().delete(key, ExpectedVersion.exactly(3), Recreation.ALLOWED);
        clock().advance(Duration.ofMinutes(5));

        assertThat(store().delete(key, ExpectedVersion.exactly(3), Recreation.ALLOWED)).isEqualTo(first);
    }

    @Test
    default void aRecreatableDeleteCanBeMadePermanentButNotTheOtherWayRound() {
        var key = keys().one();
        given(key, events(3));
        store().delete(key, ExpectedVersion.any(), Recreation.ALLOWED);

        assertThat(store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN).state())
                .isEqualTo(AggregateState.DELETED);
        refused(ErrorCode.DELETED_PERMANENTLY, () -> store().delete(key, ExpectedVersion.any(), Recreation.ALLOWED));
        refused(ErrorCode.AGGREGATE_RECREATE_NOT_ALLOWED, () -> given(key, event("Again")));
    }
}
