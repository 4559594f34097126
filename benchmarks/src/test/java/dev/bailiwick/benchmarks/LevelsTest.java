package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.benchmarks.Levels.Level;
import org.junit.jupiter.api.Test;

class LevelsTest {
    private final Levels levels = new Levels();

    @Test
    void theMedianOfTheRoundsDecidesWhichLevelIsBest() {
        levels.add("8", 100);
        levels.add("8", 1_000);
        levels.add("8", 110);
        levels.add("16", 120);
        levels.add("16", 130);
        levels.add("16", 90);

        assertThat(levels.all()).containsExactly(new Level("8", 110), new Level("16", 120));
        assertThat(levels.best()).isEqualTo(new Level("16", 120));
    }

    @Test
    void withoutRoundsThereIsNoRate() {
        assertThat(levels.best().rate()).isNaN();
        assertThat(levels.level("8").rate()).isNaN();
    }
}
