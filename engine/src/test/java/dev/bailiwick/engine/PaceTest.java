package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.State;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PaceTest {
    @Test
    @Timeout(300)
    void whoHasTimeRestsBetweenPiecesOfWork() throws InterruptedException {
        var done = new AtomicBoolean();
        var worker = working(new Pace(() -> false), done);

        while (worker.getState() != State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        done.set(true);

        worker.join();
        assertThat(worker.isAlive()).isFalse();
    }

    @Test
    @Timeout(300)
    void whoIsInAHurryIsAskedAgainAfterEachPiece() {
        int[] asked = {0};
        var pace = new Pace(() -> ++asked[0] > 0);

        while (asked[0] < 3) {
            pace.step();
        }
    }

    private static Thread working(Pace pace, AtomicBoolean done) {
        return Thread.ofPlatform().start(() -> {
            while (!done.get()) {
                pace.step();
            }
        });
    }
}
