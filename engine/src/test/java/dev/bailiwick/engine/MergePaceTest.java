package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MergePaceTest {
    private static final long MIB = 1L << 20;

    @Test
    void mergingIsSlowAsLongAsFewFilesWait() {
        assertThat(IntStream.rangeClosed(0, 48).mapToLong(MergePace::bytesPerSecond)).containsOnly(8 * MIB);
    }

    @Test
    void theMoreFilesWaitTheFasterTheyAreMerged() {
        assertThat(IntStream.rangeClosed(48, 96).mapToLong(MergePace::bytesPerSecond).boxed().toList()).isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void thereIsAnEndToIt() {
        assertThat(MergePace.bytesPerSecond(96)).isEqualTo(64 * MIB);
        assertThat(MergePace.bytesPerSecond(1_000)).isEqualTo(64 * MIB);
    }
}
