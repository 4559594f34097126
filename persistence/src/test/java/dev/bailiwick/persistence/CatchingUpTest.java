package dev.bailiwick.persistence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/// A move that copies while others write.
class CatchingUpTest {
    private final AtomicLong nanoTime = new AtomicLong(Long.MAX_VALUE - 5); // it may run over
    private final AtomicLong waiting = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private final CatchingUp pace = new CatchingUp(ShardIdentifier.of(1, 2), () -> {
        asked.incrementAndGet();
        return waiting.get();
    }, nanoTime::get);

    private void after(Duration time, long changes) {
        nanoTime.addAndGet(time.toNanos());
        waiting.set(changes);
        pace.check();
    }

    @Test
    void whereChangesGetFewerItGoesOnForAsLongAsItTakes() {
        for (long changes = 1_000; changes > 0; changes--) {
            after(Duration.ofSeconds(61), changes);
        }
    }

    @Test
    void whereThereAreAsManyAsAMinuteAgoItSaysSo() {
        after(Duration.ofSeconds(60), 7_000);
        after(Duration.ofSeconds(60), 6_000);

        assertThatIllegalStateException().isThrownBy(() -> after(Duration.ofSeconds(60), 6_000))
                .withMessage("rows of shard 1/2 change faster than they are copied: 6000 changes are waiting, and 60 s"
                        + " ago it were 6000. Let less be written, and resume the move");
    }

    @Test
    void changesAreCountedOnceAMinute() {
        for (int i = 0; i < 60; i++) {
            after(Duration.ofSeconds(3), 1_000 - i);
        }

        assertThat(asked).hasValue(3);
    }
}
