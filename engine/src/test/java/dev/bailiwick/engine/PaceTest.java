package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PaceTest {
    private final AtomicInteger asked = new AtomicInteger();

    /// Time must pass for this, but however much does is right.
    @Test
    void whoWorkedForLongIsAskedWhetherThereIsTimeToRest() {
        var pace = new Pace(() -> asked.incrementAndGet() > 0);

        while (asked.get() == 0) {
            pace.step();
        }

        assertThat(asked).hasValue(1);
    }

    @Test
    void fewStepsAreNoReasonToLookAtTheClock() {
        var pace = new Pace(() -> asked.incrementAndGet() > 0);

        for (int i = 0; i < 63; i++) {
            pace.step();
        }

        assertThat(asked).hasValue(0);
    }

    @Test
    void restingEndsByItself() {
        var pace = new Pace(() -> asked.incrementAndGet() > 3);

        while (asked.get() <= 3) {
            pace.step();
        }

        assertThat(asked).hasValue(4);
    }
}
