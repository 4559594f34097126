package dev.bailiwick.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Queue;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private final Queue<Runnable> later = new ArrayDeque<>();
    private int attempts;
    private final Waiting waiting = new Waiting(later::add, () -> attempts++);

    private void addSmall(int count) {
        for (int i = 0; i < count; i++) {
            waiting.add(PendingAppends.ofBytes(8));
        }
    }

    @Test
    void theFirstLeavesAtOnce() {
        addSmall(1);

        assertThat(waiting.mayLeave()).isTrue();
        assertThat(later).isEmpty();
    }

    @Test
    void whatComesWhileNothingIsHeardGathersUntilAnAnswerComes() {
        waiting.left();
        addSmall(5);

        assertThat(waiting.mayLeave()).isFalse();
        waiting.heard();

        assertThat(attempts).isEqualTo(1);
        assertThat(waiting.mayLeave()).isTrue();
    }

    @Test
    void aMessageThatIsFullLeavesWhateverWasHeard() {
        waiting.left();
        addSmall(Waiting.FULL_ENTRIES - 1);
        assertThat(waiting.mayLeave()).as("not full").isFalse();

        addSmall(1);

        assertThat(waiting.mayLeave()).as("full").isTrue();
    }

    @Test
    void aMessageIsAlsoFullOfFewLongAppends() {
        waiting.left();
        waiting.add(PendingAppends.ofBytes(Waiting.FULL_BYTES));

        assertThat(waiting.mayLeave()).isTrue();
    }

    @Test
    void whereNothingIsHeardWhatWaitsLeavesAfterAMoment() {
        waiting.left();
        addSmall(1);
        assertThat(waiting.mayLeave()).isFalse();
        addSmall(1);
        assertThat(waiting.mayLeave()).isFalse();
        assertThat(later).as("one moment for all").hasSize(1);

        later.remove().run();

        assertThat(attempts).isEqualTo(1);
        assertThat(waiting.mayLeave()).isTrue();
        waiting.left();
        assertThat(waiting.mayLeave()).as("the next moment").isFalse();
        assertThat(later).hasSize(1);
    }

    @Test
    void whatWasTakenCountsNoMore() {
        addSmall(Waiting.FULL_ENTRIES);
        assertThat(waiting.poll()).isNotNull();
        waiting.left();
        assertThat(waiting.mayLeave()).as("one less than full").isFalse();

        var taken = new ArrayList<PendingAppend>();
        waiting.takeAll(taken);

        assertThat(taken).hasSize(Waiting.FULL_ENTRIES - 1);
        assertThat(waiting.isEmpty()).isTrue();
        assertThat(waiting.poll()).isNull();
        addSmall(Waiting.FULL_ENTRIES);
        assertThat(waiting.mayLeave()).as("full anew").isTrue();
    }
}
