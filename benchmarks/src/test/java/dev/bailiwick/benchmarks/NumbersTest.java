package dev.bailiwick.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void figuresAreGroupedAndHaveUnits() {
        assertThat(Numbers.perSecond(1_234_567.8)).isEqualTo("1,234,568/s");
        assertThat(Numbers.times(15.256)).isEqualTo("15.26 x");
        assertThat(Numbers.percent(0.825)).isEqualTo("82.5 %");
        assertThat(Numbers.megabytes(3 << 20)).isEqualTo("3 MiB");
    }

    @Test
    void aTimeIsShownInTheUnitThatFits() {
        assertThat(Numbers.duration(97_400)).isEqualTo("97 µs");
        assertThat(Numbers.duration(2_500_000)).isEqualTo("2.50 ms");
        assertThat(Numbers.duration(61e9)).isEqualTo("61.00 s");
    }

    @Test
    void whatWasNotMeasuredSaysSo() {
        assertThat(Numbers.perSecond(Double.NaN)).isEqualTo(Numbers.NOT_MEASURED);
        assertThat(Numbers.times(5.0 / 0)).isEqualTo(Numbers.NOT_MEASURED);
        assertThat(Numbers.duration(Double.NaN)).isEqualTo(Numbers.NOT_MEASURED);
    }

    @Test
    void theMedianIsTheMiddle() {
        assertThat(Numbers.median(9, 1, 2)).isEqualTo(2);
        assertThat(Numbers.median(4, 1, 9, 2)).isEqualTo(3);
        assertThat(Numbers.median()).isNaN();
    }
}
