package dev.bailiwick.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.StoreClosedException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AnswersTest {
    private static final int GROUP = 100;

    private static List<PendingAppend> refused() {
        var group = new ArrayList<PendingAppend>();
        for (int i = 0; i < GROUP; i++) {
            var append = PendingAppends.ofBytes(8);
            assertThat(append.finish(new StoreClosedException())).isTrue();
            group.add(append);
        }
        return group;
    }

    /// Has every callback but the last wait until that one has run.
    private static CountDownLatch waitingForTheLast(List<PendingAppend> group) {
        var last = new CountDownLatch(1);
        var through = new CountDownLatch(GROUP);
        for (int i = 0; i < GROUP; i++) {
            boolean isLast = i == GROUP - 1;
            var unused = group.get(i).answer.whenComplete((result, refusal) -> {
                if (isLast) {
                    last.countDown();
                } else {
                    await(last);
                }
                through.countDown();
            });
        }
        return through;
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aCallbackMayWaitForAnyOtherOfItsMessage() throws InterruptedException {
        var answers = new Answers(Thread::startVirtualThread, 0);
        var group = refused();
        var through = waitingForTheLast(group);

        answers.give(group);
        do {
            answers.lookAfter();
        } while (!through.await(1, TimeUnit.MILLISECONDS));

        assertThat(group).allSatisfy(append -> assertThat(append.answer).isDone());
    }

    @Test
    void whatIsLeftWhenNobodyLooksAgainIsGivenAllTheSame() {
        var answers = new Answers(Thread::startVirtualThread, Long.MAX_VALUE);
        var group = refused();
        var through = waitingForTheLast(group);

        answers.give(group);
        answers.finish();

        await(through);
        assertThat(group).allSatisfy(append -> assertThat(append.answer).isDone());
    }

    @Test
    void soIsWhatComesAfterwards() {
        var answers = new Answers(Thread::startVirtualThread, Long.MAX_VALUE);
        var group = refused();
        var through = waitingForTheLast(group);

        answers.finish();
        answers.give(group);

        await(through);
        assertThat(group).allSatisfy(append -> assertThat(append.answer).isDone());
    }

    @Test
    void theAnswersOfOneMessageShareAThread() {
        var started = new ArrayDeque<Runnable>();
        var answers = new Answers(started::add, 0);
        var group = refused();

        answers.give(group);
        assertThat(started).hasSize(1);
        started.remove().run();

        assertThat(group).allSatisfy(append -> assertThat(append.answer).isCompletedExceptionally());
        answers.lookAfter();
        assertThat(started).as("nothing is left to help with").isEmpty();
    }
}
