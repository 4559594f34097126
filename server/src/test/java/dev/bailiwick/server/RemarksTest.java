package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RemarksTest {
    private final HandClock clock = new HandClock();
    private final List<String> lines = new ArrayList<>();
    private final Remarks remarks = new Remarks(new Collecting(), clock::nanoTime);

    @Test
    void aFloodOfLinesIsCutToAFewEachSecondAndCounted() {
        for (int i = 0; i < 1_000; i++) {
            remarks.warn("refused");
        }
        assertThat(lines).hasSize(Remarks.MAX_PER_SECOND);

        clock.pass(Duration.ofSeconds(1));
        remarks.warn("refused");
        remarks.warn("refused");

        assertThat(lines).hasSize(Remarks.MAX_PER_SECOND + 2).endsWith("refused (990 lines left out before)",
                "refused");
    }

    private final class Collecting implements System.Logger {
        @Override
        public String getName() {
            return "test";
        }

        @Override
        public boolean isLoggable(Level level) {
            return true;
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String message,
                @Nullable Throwable thrown) {
            lines.add(String.valueOf(message));
        }

        @Override
        public void log(Level level, @Nullable ResourceBundle bundle, @Nullable String format,
                @Nullable Object... parameters) {
            lines.add(String.valueOf(format));
        }
    }
}
