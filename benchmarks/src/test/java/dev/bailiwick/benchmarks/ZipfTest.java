package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ZipfTest {
    private static final int SIZE = 100;
    private static final int DRAWS = 200_000;

    @Test
    void aRankIsDrawnInProportionToItsWeight() {
        var counts = draw(new Zipf(SIZE, 1));
        double all = 0;
        for (int rank = 1; rank <= SIZE; rank++) {
            all += 1.0 / rank;
        }

        assertThat(counts[0] / (double) DRAWS).isCloseTo(1 / all, within(0.01));
        assertThat(counts[9] / (double) DRAWS).isCloseTo(0.1 / all, within(0.005));
        assertThat(counts[SIZE - 1]).isPositive();
    }

    @Test
    void withExponentZeroAllRanksAreAlike() {
        var counts = draw(new Zipf(SIZE, 0));

        for (int count : counts) {
            assertThat(count / (double) DRAWS).isCloseTo(1.0 / SIZE, within(0.002));
        }
    }

    private static int[] draw(Zipf zipf) {
        var random = new SplittableRandom(42);
        var counts = new int[SIZE];
        for (int i = 0; i < DRAWS; i++) {
            counts[zipf.next(random)]++;
        }
        return counts;
    }
}
