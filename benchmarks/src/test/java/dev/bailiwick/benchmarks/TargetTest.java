package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.benchmarks.Target.Verdict;
import org.junit.jupiter.api.Test;

class TargetTest {
    @Test
    void theBoundItselfReachesTheTarget() {
        assertThat(Target.atLeast(15, 15, "15 x")).isEqualTo(new Target(">= 15 x", Verdict.REACHED));
        assertThat(Target.atMost(2, 2, "2 x")).isEqualTo(new Target("<= 2 x", Verdict.REACHED));
    }

    @Test
    void beyondTheBoundItIsMissed() {
        assertThat(Target.atLeast(14.99, 15, "15 x").verdict()).isEqualTo(Verdict.MISSED);
        assertThat(Target.atMost(2.01, 2, "2 x").verdict()).isEqualTo(Verdict.MISSED);
    }

    @Test
    void whatWasNotMeasuredIsNeitherReachedNorMissed() {
        assertThat(Target.atLeast(Double.NaN, 15, "15 x").verdict()).isEqualTo(Verdict.UNKNOWN);
        assertThat(Target.atMost(Double.NaN, 2, "2 x").verdict()).isEqualTo(Verdict.UNKNOWN);
    }
}
