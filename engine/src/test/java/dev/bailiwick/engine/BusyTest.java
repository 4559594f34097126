package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.ShardBusyException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many callers, impatient ones, and ones that come when the store closes.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BusyTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[50]);

    private final HeldDisk disk = new HeldDisk();

    @TempDir
    private Path directory = Path.of("");

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private static AppendRequest command(UUID id, int key) {
        return AppendRequest.builder().commandId(id).write(key(key), ExpectedVersion.any(), EVENT).build();
    }

    @Test
    void twentyThousandThreadsAtOnceAreServedOrToldThatTheShardIsBusy() {
        int threads = 20_000;
        var done = new LongAdder();
        var busy = new LongAdder();
        try (var store = Engine.open(disk, Sealing.options(directory))) {
            try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
                for (int i = 0; i < threads; i++) {
                    int number = i;
                    executor.execute(() -> {
                        try {
                            store.append(key(number % 500), ExpectedVersion.any(), EVENT);
                            done.increment();
                        } catch (ShardBusyException e) {
                            busy.increment();
                        }
                    });
                }
            }

            assertThat(done.sum() + busy.sum()).isEqualTo(threads);
            assertThat(done.sum()).isPositive();
            assertThat(store.verify(VerifyRequest.everything()).events()).isEqualTo(done.sum());
        }
    }

    @Test
    void whileItClosesEveryAppendIsDoneOrRefusedAndWhatWasDoneIsThere() throws InterruptedException {
        int writers = 16;
        var acknowledged = new AtomicIntegerArray(writers);
        var warm = new CountDownLatch(200);
        var ended = new LongAdder();
        try (var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            try (var store = Sealing.open(disk, Sealing.options(directory), 20)) {
                for (int i = 0; i < writers; i++) {
                    int writer = i;
                    executor.execute(() -> {
                        assertThatThrownBy(() -> {
                            while (true) {
                                store.append(key(writer), ExpectedVersion.any(), EVENT);
                                acknowledged.incrementAndGet(writer);
                                warm.countDown();
                            }
                        }).isInstanceOf(StoreClosedException.class);
                        ended.increment();
                    });
                }
                assertThat(warm.await(60, TimeUnit.SECONDS)).isTrue();
            }
        }
        assertThat(ended.sum()).isEqualTo(writers);
        try (var store = Sealing.open(disk, Sealing.options(directory), 20)) {
            for (int i = 0; i < writers; i++) {
                assertThat(store.details(key(i)).map(details -> details.version()).orElse(0L))
                        .isEqualTo(acknowledged.get(i));
            }
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
    }

    @Test
    void anInterruptDoesNotDisturbAVerification() {
        try (var store = Engine.open(disk, Sealing.options(directory))) {
            store.append(command(UUID.randomUUID(), 1));

            Thread.currentThread().interrupt();
            var report = store.verify(VerifyRequest.everything());

            assertThat(Thread.interrupted()).as("the interrupt is still there").isTrue();
            assertThat(report.problems()).isEmpty();
            assertThat(report.events()).isEqualTo(1);
        }
    }

    @Test
    void anInterruptedWriterIsToldTheCommandIdAndResendingGivesTheResultOnce() throws InterruptedException {
        var id = UUID.randomUUID();
        try (var store = Engine.open(disk, Sealing.options(directory))) {
            disk.hold();
            var refusal = new OutcomeUnknownException[1];
            var writer = Thread.ofVirtual().start(() -> {
                try {
                    store.append(command(id, 1));
                } catch (OutcomeUnknownException e) {
                    refusal[0] = e;
                }
            });
            disk.awaitFlush();
            writer.interrupt();
            writer.join();
            disk.release();

            assertThat(refusal[0].commandId()).contains(id);
            assertThat(store.append(command(id, 1)).duplicate()).isTrue();
            assertThat(store.read(ReadRequest.of(key(1))).events()).hasSize(1);
        }
    }

    @Test
    void aCommandThatIsSentAgainWhileItIsInFlightGivesTheSameResult() throws InterruptedException {
        var id = UUID.randomUUID();
        try (var store = Engine.open(disk, Sealing.options(directory))) {
            disk.hold();
            var first = store.appendAsync(command(id, 1));
            disk.awaitFlush();
            var again = store.appendAsync(command(id, 1));
            var oncemore = store.appendAsync(command(id, 1));
            disk.release();

            var result = first.orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(result.duplicate()).isFalse();
            assertThat(again.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(result.asDuplicate());
            assertThat(oncemore.orTimeout(60, TimeUnit.SECONDS).join()).isEqualTo(result.asDuplicate());
            assertThat(store.read(ReadRequest.of(key(1))).events()).hasSize(1);
        }
    }

    @Test
    void anInterruptedReaderOfSealedSegmentsDisturbsNobody() {
        try (var store = Sealing.open(disk, Sealing.options(directory), 2)) {
            for (int i = 0; i < 20; i++) {
                store.append(key(i % 3), ExpectedVersion.any(), EVENT);
            }

            Thread.currentThread().interrupt();
            assertThat(store.read(ReadRequest.of(key(0))).events()).hasSize(7);
            assertThat(Thread.interrupted()).isTrue();

            assertThat(store.append(key(0), ExpectedVersion.any(), EVENT).version(key(0))).isEqualTo(8);
        }
    }

    /// The machine's disk, whose flushes can be held up.
    private static final class HeldDisk extends DelegatingDisk {
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile CountDownLatch arrived = new CountDownLatch(1);

        void hold() {
            arrived = new CountDownLatch(1);
            gate = new CountDownLatch(1);
        }

        void awaitFlush() throws InterruptedException {
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
        }

        void release() {
            gate.countDown();
        }

        @Override
        protected void beforeFlush() throws IOException {
            arrived.countDown();
            try {
                assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }
    }
}
