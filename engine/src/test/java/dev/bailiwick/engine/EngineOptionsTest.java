package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class EngineOptionsTest {
    private final EngineOptions defaults = EngineOptions.at(Path.of("data"));

    @Test
    void everyDefaultIsAsDocumented() {
        assertThat(defaults).isEqualTo(new EngineOptions(Path.of("data"), OptionalInt.empty(), OptionalInt.empty(),
                Optional.empty(),
                OptionalInt.empty(), 536_870_912, Duration.ofHours(24), 4_294_967_296L, 10_000, 67_108_864,
                Duration.ofSeconds(10), InstantSource.system(), 16_777_216));
    }

    @Test
    void whatIsOutOfBoundsIsRefusedWithTheBound() {
        assertThatThrownBy(() -> defaults.withSegmentBytes(1))
                .hasMessage("segment bytes are 16777216 to 1073741824, not 1");
        assertThatThrownBy(() -> defaults.withMemoryBytes(1))
                .hasMessage("memory bytes are 134217728 to 1099511627776, not 1");
        assertThatThrownBy(() -> defaults.withCommandBytes(1))
                .hasMessage("command bytes are 1048576 to 1099511627776, not 1");
        assertThatThrownBy(() -> defaults.withQueueRequests(0)).hasMessage("queue requests are 1 to 1000000, not 0");
        assertThatThrownBy(() -> defaults.withQueueBytes(0)).hasMessage("queue bytes are 8388608 to 1073741824, not 0");
        assertThatThrownBy(() -> defaults.withCompactionBytesPerSecond(1))
                .hasMessage("bytes for compaction in a second are 65536 to 9223372036854775807, not 1");
        assertThatThrownBy(() -> defaults.withCommandWindow(Duration.ZERO)).hasMessageContaining("at least a second");
    }
}
