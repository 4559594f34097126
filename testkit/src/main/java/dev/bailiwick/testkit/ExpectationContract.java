package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Recreation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// Every expectation against every state, for appends and for deletes. The tables are those of `docs/contract.md`.
interface ExpectationContract extends StoreUnderTest {

    /// The states an aggregate can be in; all but `MISSING` have reached version 3.
    enum State {
        MISSING, LIVE, TRIMMED_TO_THE_END, RECREATABLE, DELETED;

        void prepare(StoreUnderTest test, AggregateKey key) {
            if (this != MISSING) {
                test.given(key, events(3));
            }
            switch (this) {
                case MISSING, LIVE -> {}
                case TRIMMED_TO_THE_END -> test.store().trim(key, 4);
                case RECREATABLE -> test.store().delete(key, ExpectedVersion.any(), Recreation.ALLOWED);
                case DELETED -> test.store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN);
            }
        }
    }

    /// One line of a table: the outcomes in the order of [State], empty for success.
    private static Map<State, Optional<ErrorCode>> outcomes(List<Optional<ErrorCode>> inOrder) {
        var line = new EnumMap<State, Optional<ErrorCode>>(State.class);
        for (int i = 0; i < inOrder.size(); i++) {
            line.put(State.values()[i], inOrder.get(i));
        }
        return line;
    }

    @TestFactory
    default Stream<DynamicTest> anAppendMeetsEveryStateAsTheTableSays() {
        var ok = Optional.<ErrorCode>empty();
        var conflict = Optional.of(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION);
        var missing = Optional.of(ErrorCode.WRITE_TO_MISSING_AGGREGATE);
        var gone = Optional.of(ErrorCode.AGGREGATE_RECREATE_NOT_ALLOWED);
        var table = Map.of( //
                ExpectedVersion.any(), outcomes(List.of(ok, ok, ok, ok, gone)), //
                ExpectedVersion.noStream(), outcomes(List.of(ok, conflict, conflict, ok, gone)), //
                ExpectedVersion.exists(), outcomes(List.of(missing, ok, ok, missing, gone)), //
                ExpectedVersion.exactly(3), outcomes(List.of(conflict, ok, ok, conflict, gone)), //
                ExpectedVersion.exactly(2), outcomes(List.of(conflict, conflict, conflict, conflict, gone)));
        return eachCell(table, (key, state, expected, outcome) -> {
            state.prepare(this, key);
            var before = store().details(key);

            if (outcome.isPresent()) {
                refused(outcome.get(), () -> store().append(key, expected, event("Next")));
                assertThat(store().details(key)).isEqualTo(before);
            } else {
                long next = state == State.MISSING ? 1 : 4;
                assertThat(store().append(key, expected, event("Next")).version(key)).isEqualTo(next);
                assertThat(store().details(key).orElseThrow().version()).isEqualTo(next);
            }
        });
    }

    @TestFactory
    default Stream<DynamicTest> aPermanentDeleteMeetsEveryStateAsTheTableSays() {
        var ok = Optional.<ErrorCode>empty();
        var conflict = Optional.of(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION);
        var missing = Optional.of(ErrorCode.WRITE_TO_MISSING_AGGREGATE);
        var unknown = Optional.of(ErrorCode.AGGREGATE_NOT_EXISTS);
        var table = Map.of( //
                ExpectedVersion.any(), outcomes(List.of(unknown, ok, ok, ok, ok)), //
                ExpectedVersion.noStream(), outcomes(List.of(unknown, conflict, conflict, ok, ok)), //
                ExpectedVersion.exists(), outcomes(List.of(unknown, ok, ok, missing, missing)), //
                ExpectedVersion.exactly(3), outcomes(List.of(unknown, ok, ok, ok, ok)), //
                ExpectedVersion.exactly(2), outcomes(List.of(unknown, conflict, conflict, conflict, conflict)));
        return eachCell(table, (key, state, expected, outcome) -> {
            state.prepare(this, key);
            var before = store().details(key);

            if (outcome.isPresent()) {
                refused(outcome.get(), () -> store().delete(key, expected, Recreation.FORBIDDEN));
                assertThat(store().details(key)).isEqualTo(before);
            } else {
                store().delete(key, expected, Recreation.FORBIDDEN);
                refused(ErrorCode.AGGREGATE_RECREATE_NOT_ALLOWED, () -> given(key, event("Next")));
            }
        });
    }

    @Test
    default void exactlyZeroIsNoStream() {
        assertThat(ExpectedVersion.exactly(0)).isEqualTo(ExpectedVersion.noStream());
    }

    @Test
    default void aNegativeVersionCannotBeExpected() {
        refused(ErrorCode.INVALID_REQUEST, () -> ExpectedVersion.exactly(-1));
    }

    @Test
    default void existenceOfAllAggregatesIsCheckedBeforeTheExpectationOfAny() {
        var keys = keys().together(2);
        given(keys.get(0), event("A"));
        given(keys.get(1), event("B"));
        store().delete(keys.get(1), ExpectedVersion.any(), Recreation.FORBIDDEN);

        var request = AppendRequest.builder().write(keys.get(0), ExpectedVersion.exactly(99), event("A"))
                .write(keys.get(1), ExpectedVersion.any(), event("B")).build();

        refused(ErrorCode.AGGREGATE_RECREATE_NOT_ALLOWED, () -> store().append(request));
        assertThat(versionsOf(keys.get(0))).containsExactly(1L);
    }

    @Test
    default void aMissingAggregateIsReportedBeforeAConflictOfAnother() {
        var keys = keys().together(2);
        given(keys.get(0), event("A"));

        var request = AppendRequest.builder().write(keys.get(0), ExpectedVersion.exactly(99), event("A"))
                .write(keys.get(1), ExpectedVersion.exists(), event("B")).build();

        refused(ErrorCode.WRITE_TO_MISSING_AGGREGATE, () -> store().append(request));
        assertThat(versionsOf(keys.get(0))).containsExactly(1L);
    }

    @Test
    default void thatADeleteIsForGoodIsReportedBeforeAConflict() {
        var key = keys().one();
        given(key, event("A"));
        store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN);

        refused(ErrorCode.DELETED_PERMANENTLY,
                () -> store().delete(key, ExpectedVersion.exactly(99), Recreation.ALLOWED));
    }

    interface Cell {
        void check(AggregateKey key, State state, ExpectedVersion expected, Optional<ErrorCode> outcome);
    }

    /// Every cell has an aggregate of its own, since cells may run at the same time.
    private Stream<DynamicTest> eachCell(Map<ExpectedVersion, Map<State, Optional<ErrorCode>>> table, Cell cell) {
        var tests = new ArrayList<DynamicTest>();
        table.forEach((expected, line) -> line.forEach((state, outcome) -> {
            var key = keys().routedBy(11, tests.size());
            tests.add(DynamicTest.dynamicTest(
                    state + " + " + expected + " -> " + outcome.map(ErrorCode::toString).orElse("ok"),
                    () -> cell.check(key, state, expected, outcome)));
        }));
        return tests.stream();
    }
}
