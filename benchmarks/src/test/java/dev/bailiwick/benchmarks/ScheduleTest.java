package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScheduleTest {
    @Test
    void arrivalsKeepTheirDistanceHoweverManyThereWere() {
        var schedule = new Schedule(500, 4_000);

        assertThat(schedule.intendedNs(0)).isEqualTo(500);
        assertThat(schedule.intendedNs(1)).isEqualTo(250_500);
        assertThat(schedule.intendedNs(40_000_000)).isEqualTo(10_000_000_000_500L);
    }

    @Test
    void whatIsOverdueStillCountsFromWhenItWasDue() {
        var schedule = new Schedule(System.nanoTime() - 1_000_000_000, 10);

        assertThat(schedule.await(3)).isEqualTo(schedule.startNs() + 300_000_000);
    }
}
