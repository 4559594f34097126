package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Every load waits at a gate, so each test decides what happens while one is under way.
@Timeout(60)
class DirectoryPlacementThreadsTest {
    private static final ShardIdentifier A = ShardIdentifier.of(0, 1);
    private static final ShardIdentifier B = ShardIdentifier.of(0, 2);
    private static final int WAITERS = 50;

    private final AtomicReference<DirectoryLoader.Entry> row = new AtomicReference<>(new DirectoryLoader.Entry(A, 1));
    private final AtomicInteger loads = new AtomicInteger();
    private final Semaphore loading = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);
    private final DirectoryPlacement<String> directory = new DirectoryPlacement<>(this::loadAtGate, 2);

    @Test
    void threadsThatAskForOneKeyAtOnceShareOneLoad() throws Exception {
        var answers = askFromManyThreads("acme");
        loading.acquire();
        awaitMisses(WAITERS);

        gate.release();

        for (var answer : answers) {
            assertThat(answer.get()).contains(A);
        }
        assertThat(loads).hasValue(1);
        assertThat(directory.statistics()).isEqualTo(new DirectoryPlacement.Statistics(0, WAITERS, 1, 0));
    }

    @Test
    void threadsThatAskForDifferentKeysDoNotWaitForEachOther() throws Exception {
        var first = ask("first");
        var second = ask("second");

        loading.acquire(2);
        gate.release(2);

        assertThat(first.get()).contains(A);
        assertThat(second.get()).contains(A);
    }

    @Test
    void aFailedLoadIsReportedToEveryoneWhoWaitedAndTriedAgain() throws Exception {
        var outage = new IllegalArgumentException("the table is away");
        var failures = new AtomicInteger();
        var shaky = new DirectoryPlacement<String>(key -> {
            loading.release();
            gate.acquireUninterruptibly();
            if (failures.getAndIncrement() == 0) {
                throw outage;
            }
            return Optional.of(row.get());
        }, 2);
        var loader = start(() -> shaky.place("acme"));
        loading.acquire();
        var waiter = start(() -> shaky.place("acme"));
        awaitMisses(shaky, 2);

        gate.release();

        assertThatExceptionOfType(ExecutionException.class).isThrownBy(loader::get).withCause(outage);
        assertThatExceptionOfType(ExecutionException.class).isThrownBy(waiter::get)
                .satisfies(failure -> assertThatIllegalStateException().isThrownBy(() -> {
                    throw failure.getCause();
                }).withMessageContaining("the directory could not be read").withCause(outage));
        gate.release();
        assertThat(shaky.place("acme")).contains(A);
    }

    @Test
    void aKeyInvalidatedDuringItsLoadIsAnsweredToThoseWhoWaitedAndLoadedAgainForTheNext() throws Exception {
        var early = ask("acme");
        loading.acquire();

        row.set(new DirectoryLoader.Entry(B, 2));
        directory.invalidate("acme");
        var late = ask("acme");
        loading.acquire();
        gate.release(2);

        assertThat(early.get()).isPresent();
        assertThat(late.get()).contains(B);
        assertThat(directory.place("acme")).contains(B);
        assertThat(loads).hasValue(2);
    }

    @Test
    void aStaleLoadThatEndsLastDoesNotReplaceTheFreshEntry() throws Exception {
        var staleGate = new CountDownLatch(1);
        var order = new AtomicInteger();
        var ordered = new DirectoryPlacement<String>(key -> {
            if (order.getAndIncrement() > 0) {
                return Optional.of(new DirectoryLoader.Entry(B, 1));
            }
            loading.release();
            await(staleGate);
            return Optional.of(new DirectoryLoader.Entry(A, 1));
        }, 2);
        var stale = start(() -> ordered.place("acme"));
        loading.acquire();
        ordered.invalidate("acme");
        assertThat(ordered.place("acme")).contains(B);

        staleGate.countDown();

        assertThat(stale.get()).contains(A);
        assertThat(ordered.place("acme")).contains(B);
        assertThat(ordered.statistics()).isEqualTo(new DirectoryPlacement.Statistics(1, 2, 1, 0));
    }

    @Test
    void aLoadUnderWayWhenTheVersionAdvancesIsNotKept() throws Exception {
        var asked = ask("acme");
        loading.acquire();

        directory.advanceTo(2);
        gate.release();

        assertThat(asked.get()).contains(A);
        assertThat(directory.statistics()).isEqualTo(new DirectoryPlacement.Statistics(0, 1, 0, 2));
    }

    @Test
    void aLoadPushedOutByOthersIsAnsweredAndNotKept() throws Exception {
        var eldest = ask("a");
        loading.acquire();
        var others = List.of(ask("b"), ask("c"));
        loading.acquire(2);

        gate.release(3);

        assertThat(eldest.get()).contains(A);
        for (var other : others) {
            assertThat(other.get()).contains(A);
        }
        assertThat(directory.statistics().entries()).isEqualTo(2);
    }

    private Optional<DirectoryLoader.Entry> loadAtGate(String key) {
        loads.incrementAndGet();
        loading.release();
        gate.acquireUninterruptibly();
        return Optional.of(row.get());
    }

    private List<FutureTask<Optional<ShardIdentifier>>> askFromManyThreads(String key) {
        var answers = new ArrayList<FutureTask<Optional<ShardIdentifier>>>();
        for (int i = 0; i < WAITERS; i++) {
            answers.add(ask(key));
        }
        return answers;
    }

    private FutureTask<Optional<ShardIdentifier>> ask(String key) {
        return start(() -> directory.place(key));
    }

    private static FutureTask<Optional<ShardIdentifier>> start(
            Callable<Optional<ShardIdentifier>> question) {
        var task = new FutureTask<>(question);
        Thread.ofVirtual().start(task);
        return task;
    }

    private void awaitMisses(long count) {
        awaitMisses(directory, count);
    }

    /// A question is counted before it waits, so this many misses means that everyone has asked.
    private static void awaitMisses(DirectoryPlacement<String> asked, long count) {
        while (asked.statistics().misses() < count) {
            Thread.onSpinWait();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts this test", e);
        }
    }
}
