package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DirectoryPlacementTest {
    private static final ShardIdentifier A = ShardIdentifier.of(0, 1);
    private static final ShardIdentifier B = ShardIdentifier.of(0, 2);

    private final Map<String, DirectoryLoader.Entry> table = new HashMap<>();
    private final List<String> loads = new ArrayList<>();
    private final DirectoryPlacement<String> directory = new DirectoryPlacement<>(this::load, 3);

    @Test
    void aKeyIsPlacedWhereTheDirectorySays() {
        put("acme", A, 1);

        assertThat(directory.place("acme")).contains(A);
    }

    @Test
    void aSecondQuestionIsAHitAndIsNotLoaded() {
        put("acme", A, 1);

        directory.place("acme");
        directory.place("acme");
        directory.place("acme");

        assertThat(loads).containsExactly("acme");
        assertThat(directory.statistics()).isEqualTo(new DirectoryPlacement.Statistics(2, 1, 1, 0));
    }

    @Test
    void absenceIsNotCached() {
        assertThat(directory.place("acme")).isEmpty();
        assertThat(directory.statistics().entries()).isZero();

        put("acme", A, 1);

        assertThat(directory.place("acme")).contains(A);
        assertThat(directory.statistics()).isEqualTo(new DirectoryPlacement.Statistics(0, 2, 1, 0));
    }

    @Test
    void theLeastRecentlyUsedEntryIsDroppedFirst() {
        for (var key : List.of("a", "b", "c", "d")) {
            put(key, A, 1);
        }
        ask("a", "b", "c", "a");

        ask("d");
        loads.clear();
        ask("a", "c", "d", "b");

        assertThat(loads).containsExactly("b");
        assertThat(directory.statistics().entries()).isEqualTo(3);
    }

    @Test
    void theCacheNeverExceedsItsBound() {
        for (int i = 0; i < 1_000; i++) {
            put("key-" + i, A, 1);
            directory.place("key-" + i);

            assertThat(directory.statistics().entries()).isLessThanOrEqualTo(3);
        }
    }

    @Test
    void anInvalidatedKeyIsLoadedAgainAndTheOthersAreNot() {
        put("acme", A, 1);
        put("other", A, 1);
        ask("acme", "other");
        put("acme", B, 2);

        directory.invalidate("acme");

        assertThat(directory.place("acme")).contains(B);
        assertThat(directory.place("other")).contains(A);
        assertThat(loads).containsExactly("acme", "other", "acme");
    }

    @Test
    void anEntryIsAnsweredFromTheCacheUntilItIsInvalidated() {
        put("acme", A, 1);
        ask("acme");

        put("acme", B, 2);

        assertThat(directory.place("acme")).contains(A);
    }

    @Test
    void invalidatingEverythingForgetsEverything() {
        put("acme", A, 1);
        put("other", A, 1);
        ask("acme", "other");

        directory.invalidateAll();

        assertThat(directory.statistics().entries()).isZero();
        ask("acme", "other");
        assertThat(loads).containsExactly("acme", "other", "acme", "other");
    }

    @Test
    void anotherVersionForgetsWhatIsOlder() {
        put("old", A, 4);
        put("new", A, 5);
        ask("old", "new");
        put("old", B, 5);

        directory.advanceTo(5);

        assertThat(directory.place("old")).contains(B);
        assertThat(directory.place("new")).contains(A);
        assertThat(loads).containsExactly("old", "new", "old");
        assertThat(directory.statistics().version()).isEqualTo(5);
    }

    @Test
    void aVersionThatIsNotNewerChangesNothing() {
        put("acme", A, 7);
        ask("acme");
        directory.advanceTo(7);

        directory.advanceTo(7);
        directory.advanceTo(3);

        assertThat(directory.statistics()).isEqualTo(new DirectoryPlacement.Statistics(0, 1, 1, 7));
    }

    @Test
    void anEntryOlderThanTheVersionIsAnsweredButNotKept() {
        put("acme", A, 4);
        directory.advanceTo(5);

        assertThat(directory.place("acme")).contains(A);
        assertThat(directory.statistics().entries()).isZero();
    }

    @Test
    void aFailedLoadIsReportedAndTriedAgain() {
        var failing = new ArrayList<>(List.of(new UncheckedIOException(new IOException("the table is away"))));
        var shaky = new DirectoryPlacement<String>(key -> {
            if (!failing.isEmpty()) {
                throw failing.removeFirst();
            }
            return Optional.of(new DirectoryLoader.Entry(A, 1));
        }, 3);

        assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> shaky.place("acme"))
                .withMessageContaining("the table is away");
        assertThat(shaky.statistics().entries()).isZero();
        assertThat(shaky.place("acme")).contains(A);
    }

    @Test
    @SuppressWarnings("NullAway")
    void aLoaderThatAnswersNullIsReportedAndLeavesNothingBehind() {
        var broken = new DirectoryPlacement<String>(key -> key.equals("null") ? null : load(key), 3);
        put("acme", A, 1);
        broken.place("acme");

        assertThatNullPointerException().isThrownBy(() -> broken.place("null"))
                .withMessage("the directory's loader answered null; a key that it does not know is Optional.empty()");
        broken.advanceTo(2);
        assertThat(broken.statistics().entries()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 10_000_001})
    void aBoundOutOfBoundsIsRefusedByNamingTheBound(int maxEntries) {
        assertThatIllegalArgumentException().isThrownBy(() -> new DirectoryPlacement<>(this::load, maxEntries))
                .withMessage("a directory caches 1 to 10000000 entries, not " + maxEntries);
    }

    private Optional<DirectoryLoader.Entry> load(String key) {
        loads.add(key);
        return Optional.ofNullable(table.get(key));
    }

    private void put(String key, ShardIdentifier shard, long version) {
        table.put(key, new DirectoryLoader.Entry(shard, version));
    }

    private void ask(String... keys) {
        for (var key : keys) {
            assertThat(directory.place(key)).isPresent();
        }
    }
}
