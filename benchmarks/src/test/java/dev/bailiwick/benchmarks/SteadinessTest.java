package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class SteadinessTest {
    private static Steadiness.Watch watch(long... tenthsOfMillis) {
        var watch = new Steadiness.Watch();
        long nowNs = 7;
        watch.start(nowNs);
        for (long each : tenthsOfMillis) {
            nowNs += each * 100_000;
            watch.see(nowNs);
        }
        return watch;
    }

    @Test
    void jumpsOfTheClockAreTimeThatSomethingElseHad() {
        var seen = Steadiness.of(List.of(watch(1, 4, 5, 40, 1), watch(1, 1, 55, 4)), Duration.ofMillis(100));

        assertThat(seen).isEqualTo(new Steadiness(0.05, 30, 5_500_000));
        assertThat(seen).hasToString("5.0 %, 30/s, longest 5.50 ms");
    }

    @Test
    void whoSeesNoJumpLostNothing() {
        assertThat(Steadiness.of(List.of(watch(1, 2, 4)), Duration.ofMillis(1))).isEqualTo(new Steadiness(0, 0, 0));
    }

    @Test
    void allCoresAreLookedAtForTheWholeTime() throws InterruptedException {
        long startNs = System.nanoTime();

        var seen = Steadiness.measure(Duration.ofMillis(20));

        assertThat(System.nanoTime() - startNs).isGreaterThanOrEqualTo(20_000_000);
        assertThat(seen.lost()).isNotNegative();
    }
}
