package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RangePlacementTest {
    private static final ShardIdentifier A = ShardIdentifier.of(0, 1);
    private static final ShardIdentifier B = ShardIdentifier.of(0, 2);
    private static final RangePlacement<Long> MILLIONS = RangePlacement.<Long>builder().from(1_000_000L, B).from(0L, A)
            .end(2_000_000L).build();

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "999999, 1", "1000000, 2", "1999999, 2"})
    void aKeyIsPlacedByTheRangeItFallsInto(long key, int member) {
        assertThat(MILLIONS.place(key)).contains(ShardIdentifier.of(0, member));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, 2_000_000, Long.MAX_VALUE})
    void aKeyOutsideEveryRangeHasNoPlace(long key) {
        assertThat(MILLIONS.place(key)).isEmpty();
    }

    @Test
    void theLastRangeGoesOnWhereNoEndIsGiven() {
        var open = RangePlacement.<String>builder().from("a", A).from("n", B).build();

        assertThat(open.place("zebra")).contains(B);
        assertThat(open.place("mouse")).contains(A);
        assertThat(open.place("Zebra")).isEmpty();
    }

    @Test
    void rangesMayHaveAGap() {
        var gap = RangePlacement.<Integer>builder().from(0, A).end(10).from(20, B).build();

        assertThat(gap.place(9)).contains(A);
        assertThat(gap.place(10)).isEmpty();
        assertThat(gap.place(19)).isEmpty();
        assertThat(gap.place(20)).contains(B);
    }

    @Test
    void twoRangesThatBeginTogetherAreRefused() {
        var builder = RangePlacement.<Integer>builder().from(5, A);

        assertThatIllegalArgumentException().isThrownBy(() -> builder.from(5, B))
                .withMessage("two ranges begin at 5");
        assertThatIllegalArgumentException().isThrownBy(() -> builder.end(5)).withMessage("two ranges begin at 5");
    }

    @Test
    void aPlacementWithoutRangesIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> RangePlacement.<Integer>builder().build())
                .withMessage("a range placement has at least one range");
        assertThatIllegalArgumentException().isThrownBy(() -> RangePlacement.<Integer>builder().end(5).build())
                .withMessage("a range placement has at least one range");
    }

    @Test
    void aPlacementDoesNotChangeWithItsBuilder() {
        var builder = RangePlacement.<Integer>builder().from(0, A);
        var placement = builder.build();

        builder.from(10, B);

        assertThat(placement.place(10)).contains(A);
    }
}
