package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.exceeds;
import static dev.bailiwick.store.Refusals.invalid;
import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.ORG;
import static dev.bailiwick.store.Samples.TYPE;
import static dev.bailiwick.store.Samples.appended;
import static dev.bailiwick.store.Samples.commit;
import static dev.bailiwick.store.Samples.key;
import static dev.bailiwick.store.Samples.recorded;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.AggregateKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FeedFilterTest {
    private static final FeedFilter EVERYTHING = FeedFilter.EVERYTHING;
    private static final UUID OTHER = new UUID(0, 99);

    static List<Change> changesWithoutEvents() {
        return List.of(new Change.Trimmed(KEY, 4), new Change.Deleted(KEY, 4, Recreation.ALLOWED),
                new Change.Deleted(KEY, 4, Recreation.FORBIDDEN), new Change.Erased(KEY, 4));
    }

    @Test
    void withoutAnyValueEverythingPasses() {
        var commit = appended(recorded(KEY, "A"), recorded(key(4), "B"));

        assertThat(EVERYTHING.apply(commit)).contains(commit);
        assertThat(EVERYTHING.matches(new AggregateKey(OTHER, OTHER, OTHER))).isTrue();
    }

    @Test
    void anAppendWhoseEventsAreGonePassesOnlyWithoutAFilter() {
        var commit = appended();

        assertThat(EVERYTHING.apply(commit)).contains(commit);
        assertThat(new FeedFilter(Set.of(), Set.of(), Set.of(), Set.of()).apply(commit)).contains(commit);
        assertThat(EVERYTHING.org(ORG).apply(commit)).isEmpty();
    }

    @Test
    void everyKindThatIsGivenMustMatch() {
        var filter = EVERYTHING.org(ORG).aggregateType(TYPE).aggregate(KEY);

        assertThat(filter.matches(KEY)).isTrue();
        assertThat(filter.matches(key(4))).isFalse();
        assertThat(EVERYTHING.org(OTHER).aggregate(KEY).matches(KEY)).isFalse();
        assertThat(EVERYTHING.aggregateType(OTHER).aggregate(KEY).matches(KEY)).isFalse();
    }

    @Test
    void ofOneKindAnyValueMayMatch() {
        assertThat(EVERYTHING.org(OTHER).org(ORG).matches(KEY)).isTrue();
        assertThat(EVERYTHING.aggregateType(OTHER).aggregateType(TYPE).matches(KEY)).isTrue();
        assertThat(EVERYTHING.aggregate(key(4)).aggregate(KEY).matches(KEY)).isTrue();
        assertThat(EVERYTHING.org(OTHER).matches(KEY)).isFalse();
    }

    @Test
    void anAppendKeepsTheEventsThatMatchAndItsStampAndCommand() {
        var commit = appended(recorded(KEY, "A"), recorded(key(4), "A"), recorded(KEY, "B"), recorded(KEY, "C"));

        var left = EVERYTHING.aggregate(KEY).eventType("A").eventType("C").apply(commit);

        assertThat(left).contains(appended(recorded(KEY, "A"), recorded(KEY, "C")));
    }

    @Test
    void anAppendOfWhichNothingIsLeftDoesNotPass() {
        var commit = appended(recorded(KEY, "A"), recorded(KEY, "B"));

        assertThat(EVERYTHING.eventType("C").apply(commit)).isEmpty();
        assertThat(EVERYTHING.aggregate(key(4)).apply(commit)).isEmpty();
        assertThat(EVERYTHING.org(OTHER).eventType("A").apply(commit)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("changesWithoutEvents")
    void anotherChangePassesWholeIfItsKeyMatches(Change change) {
        var commit = commit(change);

        assertThat(EVERYTHING.apply(commit)).containsSame(commit);
        assertThat(EVERYTHING.org(ORG).aggregateType(TYPE).aggregate(KEY).apply(commit)).containsSame(commit);
        assertThat(EVERYTHING.aggregate(key(4)).apply(commit)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("changesWithoutEvents")
    void anotherChangeNeverPassesAFilterByEventType(Change change) {
        assertThat(EVERYTHING.aggregate(KEY).eventType("A").apply(commit(change))).isEmpty();
    }

    @Test
    void everyChangeKeepsTheRest() {
        var filter = new FeedFilter(Set.of(ORG), Set.of(TYPE), Set.of(KEY), Set.of("A"));

        assertThat(filter.org(OTHER))
                .isEqualTo(new FeedFilter(Set.of(ORG, OTHER), Set.of(TYPE), Set.of(KEY), Set.of("A")));
        assertThat(filter.aggregateType(OTHER))
                .isEqualTo(new FeedFilter(Set.of(ORG), Set.of(TYPE, OTHER), Set.of(KEY), Set.of("A")));
        assertThat(filter.aggregate(key(4)))
                .isEqualTo(new FeedFilter(Set.of(ORG), Set.of(TYPE), Set.of(KEY, key(4)), Set.of("A")));
        assertThat(filter.eventType("B"))
                .isEqualTo(new FeedFilter(Set.of(ORG), Set.of(TYPE), Set.of(KEY), Set.of("A", "B")));
    }

    @Test
    void sixtyFourValuesOfEachKindAreTakenAndOneMoreIsRefused() {
        var ids = Samples.many(64, i -> new UUID(1, i));
        var keys = Samples.many(64, Samples::key);
        var types = Samples.many(64, i -> "type-" + i);
        var full = new FeedFilter(ids, ids, keys, types);

        assertThat(full.org(new UUID(1, 0)).aggregate(key(0)).eventType("type-0")).isEqualTo(full);
        exceeds("orgs in a filter", 65, 64, () -> full.org(OTHER));
        exceeds("aggregate types in a filter", 65, 64, () -> full.aggregateType(OTHER));
        exceeds("aggregates in a filter", 65, 64, () -> full.aggregate(key(64)));
        exceeds("event types in a filter", 65, 64, () -> full.eventType("one more"));
    }

    @Test
    void anEventTypeThatNoEventCanHaveIsRefused() {
        invalid("event type", () -> EVERYTHING.eventType(""));
        invalid("event type", () -> EVERYTHING.eventType("\uD83Dx"));
        exceeds("event type bytes", 256, 255, () -> EVERYTHING.eventType("x".repeat(256)));
    }

    @Test
    void theSetsAreCopiedAndCannotBeChanged() {
        var orgs = new HashSet<>(Set.of(ORG));
        var filter = new FeedFilter(orgs, Set.of(), Set.of(), Set.of());

        orgs.add(OTHER);

        assertThat(filter.orgs()).containsExactly(ORG);
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> filter.orgs().add(OTHER));
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> EVERYTHING.eventTypes().add("A"));
    }
}
