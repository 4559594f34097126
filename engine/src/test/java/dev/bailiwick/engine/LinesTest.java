package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ShardStoppedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Work that stands aside until something is loaded, and work behind it.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LinesTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[100]);
    private static final AggregateKey ONE = new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(1));
    private static final AggregateKey TWO = new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(2));
    private static final AggregateKey OTHER = new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(3));

    private final SlowReads disk = new SlowReads();

    @TempDir
    private Path directory = Path.of("");

    private static AppendRequest both(UUID commandId) {
        return AppendRequest.builder().commandId(commandId).write(ONE, ExpectedVersion.any(), EVENT)
                .write(TWO, ExpectedVersion.any(), EVENT).build();
    }

    private static AppendRequest bothExactly(long version) {
        return AppendRequest.builder().write(ONE, ExpectedVersion.exactly(version), EVENT)
                .write(TWO, ExpectedVersion.exactly(version), EVENT).build();
    }

    private Engine open(int changes) {
        return Sealing.open(disk, Sealing.options(directory), changes);
    }

    /// A resent command of long ago is read from the log, and as long as that takes the work for its aggregates waits.
    @Test
    void whatWaitsForTwoAggregatesIsDoneOnce() throws InterruptedException {
        var commandId = UUID.randomUUID();
        try (var store = open(1)) {
            store.append(both(commandId));
            for (int i = 0; i < 20; i++) {
                store.append(OTHER, ExpectedVersion.any(), EVENT);
            }
        }
        try (var store = open(1_000)) {
            disk.hold();
            var first = store.appendAsync(both(commandId));
            disk.awaitReader();
            var behind = List.of(store.appendAsync(bothExactly(1)), store.appendAsync(bothExactly(2)),
                    store.appendAsync(bothExactly(3)));
            store.append(OTHER, ExpectedVersion.any(), EVENT); // all of them wait when this is done
            disk.release();

            assertThat(first.orTimeout(60, TimeUnit.SECONDS).join().duplicate()).isTrue();
            for (int i = 0; i < behind.size(); i++) {
                assertThat(behind.get(i).orTimeout(60, TimeUnit.SECONDS).join().versions())
                        .containsEntry(ONE, 2L + i).containsEntry(TWO, 2L + i);
            }
            assertThat(store.details(ONE).orElseThrow().version()).isEqualTo(4);
        }
    }

    /// Whatever goes wrong while a request is decided, it gets an answer.
    @Test
    void aDefectInTheMiddleOfADecisionLeavesNobodyWaiting() {
        try (var store = open(1)) {
            store.append(ONE, ExpectedVersion.any(), EVENT);
            disk.defect = true;

            var appends = List.of(store.appendAsync(both(UUID.randomUUID())),
                    store.appendAsync(both(UUID.randomUUID())));

            for (var append : appends) {
                assertThat(append.orTimeout(20, TimeUnit.SECONDS)).failsWithin(30, TimeUnit.SECONDS)
                        .withThrowableThat().havingRootCause()
                        .isInstanceOfAny(OutcomeUnknownException.class, ShardStoppedException.class);
            }
            disk.defect = false;
        }
    }

    /// A disk whose reads can be held up, and which has a defect.
    private static final class SlowReads extends DelegatingDisk {
        private volatile CountDownLatch gate = new CountDownLatch(0);
        private volatile CountDownLatch arrived = new CountDownLatch(1);
        private volatile boolean defect;

        void hold() {
            arrived = new CountDownLatch(1);
            gate = new CountDownLatch(1);
        }

        void awaitReader() throws InterruptedException {
            assertThat(arrived.await(60, TimeUnit.SECONDS)).isTrue();
        }

        void release() {
            gate.countDown();
        }

        @Override
        protected void beforeRead(Path file) throws IOException {
            arrived.countDown();
            try {
                assertThat(gate.await(60, TimeUnit.SECONDS)).isTrue();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        @Override
        protected void insteadOfWrite(DiskFile file, ByteBuffer from, long position) {
            if (defect && position == 0) {
                throw new InternalError("a defect, say");
            }
        }
    }
}
