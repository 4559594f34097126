package dev.bailiwick.store;

import static dev.bailiwick.store.Refusals.invalid;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ExpectedVersionTest {

    @Test
    void exactlyZeroIsNoStream() {
        assertThat(ExpectedVersion.exactly(0)).isSameAs(ExpectedVersion.noStream());
    }

    @Test
    void aVersionIsOneOrMore() {
        assertThat(ExpectedVersion.exactly(Long.MAX_VALUE))
                .isEqualTo(new ExpectedVersion.Exactly(9_223_372_036_854_775_807L));

        invalid("expected version", () -> ExpectedVersion.exactly(-1));
        invalid("expected version", () -> new ExpectedVersion.Exactly(0));
    }

    @Test
    void itReadsAsItIsWritten() {
        assertThat(ExpectedVersion.any()).hasToString("any");
        assertThat(ExpectedVersion.noStream()).hasToString("noStream");
        assertThat(ExpectedVersion.exists()).hasToString("exists");
        assertThat(ExpectedVersion.exactly(7)).hasToString("exactly(7)");
    }
}
