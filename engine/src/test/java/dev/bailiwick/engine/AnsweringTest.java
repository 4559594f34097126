package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AnsweringTest {
    private static final int GROUP = 200;

    @TempDir
    Path directory;

    private static List<Work<?>> group(Work.Recipient recipient) {
        var group = new ArrayList<Work<?>>();
        for (int i = 0; i < GROUP; i++) {
            var work = new Work<>(Work.Need.NOTHING, 0, (desk, known) -> "");
            work.answerTo(recipient);
            work.refuse(new IllegalStateException("answer " + i));
            group.add(work);
        }
        return group;
    }

    @Test
    void aCallbackMayWaitForAnyAnswerOfItsGroup() throws InterruptedException {
        var answering = new Answering(Thread::startVirtualThread);
        var group = group(Work.Recipient.ANYTHING);
        var last = group.getLast().answer();
        var through = new CountDownLatch(GROUP - 1);
        for (var work : group.subList(0, GROUP - 1)) {
            var _ = work.answer().whenComplete((result, refusal) -> {
                last.exceptionally(ignored -> null).join();
                through.countDown();
            });
        }

        answering.give(group);
        lookAfterUntil(answering, through);

        assertThat(answering.lookAfter()).as("nothing is left to look after").isZero();
    }

    @Test
    void whoeverAttachedSomethingNeverRunsItOnTheThreadThatAnswers() {
        var answering = new Answering(Thread::startVirtualThread);
        var group = group(Work.Recipient.ANYTHING);
        var threads = group.stream().map(work -> work.answer().handle((result, refusal) -> Thread.currentThread()))
                .toList();

        answering.give(group);

        assertThat(threads).allSatisfy(thread -> assertThat(thread.join()).isNotEqualTo(Thread.currentThread()));
    }

    @Test
    void answersThatAreLeftWhenNobodyLooksAgainAreGivenAllTheSame() throws InterruptedException {
        var answering = new Answering(Thread::startVirtualThread);
        var group = group(Work.Recipient.ANYTHING);
        var all = new CountDownLatch(GROUP);
        for (var work : group) {
            var _ = work.answer().whenComplete((result, refusal) -> {
                all.countDown();
                awaitForEver(all);
            });
        }

        answering.give(group);
        answering.finish();

        assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whereNoThreadGetsAProcessorNoMoreThreadsAreStarted() {
        var started = new ArrayDeque<Runnable>();
        var answering = new Answering(started::add);
        answering.give(group(Work.Recipient.ANYTHING));

        long until = System.nanoTime() + Duration.ofMillis(20).toNanos();
        while (System.nanoTime() < until) {
            assertThat(answering.lookAfter()).isPositive();
        }

        assertThat(started).hasSize(1);
        started.remove().run();
        assertThat(answering.lookAfter()).isZero();
    }

    @Test
    void waitingThreadsOfEitherKindGetTheirAnswers() {
        var answering = new Answering(Thread::startVirtualThread);

        for (var recipient : Work.Recipient.values()) {
            var group = group(recipient);
            answering.give(group);
            group.forEach(work -> assertThat(work.answer()).as("%s", recipient)
                    .failsWithin(Duration.ofMinutes(1)));
        }
    }

    @Test
    void aThousandCallbacksThatWaitForEachOtherAllRun() throws InterruptedException {
        try (EventStore store = Bailiwick.open(EngineOptions.at(directory).withShards(1))) {
            var all = new CountDownLatch(1_000);
            var sender = Thread.currentThread();
            var results = new ArrayList<CompletableFuture<AppendResult>>();
            for (int i = 0; i < 1_000; i++) {
                var key = AggregateKey.of("Acme", "Orders", "order-" + i);
                results.add(store.appendAsync(AppendRequest.builder()
                        .write(key, ExpectedVersion.noStream(), NewEvent.of("Placed", new byte[8])).build())
                        .whenComplete((result, refusal) -> {
                            all.countDown();
                            if (!Thread.currentThread().equals(sender)) { // to which an answer comes that was there already
                                awaitForEver(all);
                            }
                        }));
            }

            assertThat(all.await(60, TimeUnit.SECONDS)).isTrue();
            results.forEach(result -> assertThat(result.join().duplicate()).isFalse());
        }
    }

    private static void lookAfterUntil(Answering answering, CountDownLatch through) throws InterruptedException {
        while (!through.await(1, TimeUnit.MILLISECONDS)) {
            answering.lookAfter();
        }
        while (answering.lookAfter() > 0) {
            Thread.onSpinWait();
        }
    }

    private static void awaitForEver(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
