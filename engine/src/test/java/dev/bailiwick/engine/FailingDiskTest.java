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
import dev.bailiwick.store.ShardStoppedException;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that stops to take data stops the shard, and nothing that was acknowledged is lost.
class FailingDiskTest {
    private final AggregateKey key = AggregateKey.of("Acme", "Orders", "1");
    private final NewEvent event = NewEvent.of("Noted", new byte[100]);
    private final BreakableDisk disk = new BreakableDisk();

    @TempDir
    private Path directory = Path.of("");

    private Engine open() {
        return Engine.open(disk,
                EngineOptions.at(directory).withShards(1).withSegmentBytes(EngineOptions.MIN_SEGMENT_BYTES));
    }

    @Test
    void afterAFailedFlushTheShardStopsAndWhatWasAcknowledgedStaysReadable() {
        var commandId = UUID.randomUUID();
        try (var store = open()) {
            store.append(key, ExpectedVersion.any(), event);

            disk.broken = true;
            var request = AppendRequest.builder().commandId(commandId).write(key, ExpectedVersion.any(), event).build();
            assertThatThrownBy(() -> store.append(request)).isInstanceOfSatisfying(OutcomeUnknownException.class,
                    e -> assertThat(e.commandId()).contains(commandId));
            disk.broken = false;

            assertThatThrownBy(() -> store.append(request)).isInstanceOf(ShardStoppedException.class)
                    .hasMessageContaining("no space left, say");
            assertThat(store.read(ReadRequest.of(key)).events()).hasSize(1);
        }

        try (var store = open()) {
            assertThat(store.read(ReadRequest.of(key)).events()).hasSizeBetween(1, 2);
        }
    }

    /// A write that fails at once, and one that fails half done.
    @Test
    void afterAFailedWriteTheShardStopsTheOthersGoOnAndNothingAcknowledgedIsLost() {
        for (var how : List.of(Failure.WRITE, Failure.SHORT_WRITE)) {
            var options = Sealing.options(directory.resolve(how.name())).withShards(2);
            var commandId = UUID.randomUUID();
            var request = AppendRequest.builder().commandId(commandId).write(key(0), ExpectedVersion.any(), event)
                    .build();
            try (var store = Sealing.open(disk, options, 4)) {
                for (int i = 0; i < 20; i++) {
                    store.append(key(i % 2), ExpectedVersion.any(), event);
                }
                assertThat(store.partitionMap().shardOf(store.routingRule(), key(0)))
                        .isNotEqualTo(store.partitionMap().shardOf(store.routingRule(), key(1)));

                disk.failure = how;
                assertThatThrownBy(() -> store.append(request)).isInstanceOfSatisfying(OutcomeUnknownException.class,
                        e -> assertThat(e.commandId()).contains(commandId));
                disk.failure = Failure.NONE;

                assertThatThrownBy(() -> store.append(key(0), ExpectedVersion.any(), event))
                        .isInstanceOf(ShardStoppedException.class);
                assertThat(store.read(ReadRequest.of(key(0))).events()).hasSize(10);
                assertThat(store.append(key(1), ExpectedVersion.any(), event).version(key(1))).isEqualTo(11);
            }
            try (var store = Sealing.open(disk, options, 4)) {
                assertThat(store.append(request).version(key(0))).isEqualTo(11);
                assertThat(store.read(ReadRequest.of(key(0))).events()).hasSize(11);
                assertThat(store.read(ReadRequest.of(key(1))).events()).hasSize(11);
                assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
            }
        }
    }

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    @Test
    void aFailureThatSaysNothingStopsTheShardToo() {
        try (var store = open()) {
            disk.message = "";
            disk.broken = true;
            assertThatThrownBy(() -> store.append(key, ExpectedVersion.any(), event))
                    .isInstanceOf(OutcomeUnknownException.class);
            disk.broken = false;

            assertThatThrownBy(() -> store.append(key, ExpectedVersion.any(), event))
                    .isInstanceOf(ShardStoppedException.class);
        }
    }

    @Test
    void whatACallerAttachesNeverRunsOnTheShardsThread() {
        try (var store = open()) {
            for (var expected : List.of(ExpectedVersion.any(), ExpectedVersion.exactly(99))) {
                var where = new CompletableFuture<String>();
                var _ = store.appendAsync(AppendRequest.builder().write(key, expected, event).build())
                        .whenComplete((result, refusal) -> where.complete(Thread.currentThread().getName()));

                assertThat(where.orTimeout(60, TimeUnit.SECONDS).join()).doesNotContain("shard");
            }
        }
    }

    private enum Failure {
        NONE, WRITE, SHORT_WRITE
    }

    /// The machine's disk, until it breaks.
    private static final class BreakableDisk extends DelegatingDisk {
        private volatile boolean broken;
        private volatile String message = "no space left, say";
        private volatile Failure failure = Failure.NONE;

        @Override
        protected void insteadOfWrite(DiskFile file, ByteBuffer from, long position) throws IOException {
            if (failure == Failure.SHORT_WRITE) {
                file.write(from.limit(from.position() + from.remaining() / 2), position);
            }
            if (failure != Failure.NONE) {
                throw new IOException("broken, say");
            }
        }

        @Override
        protected void beforeFlush() throws IOException {
            if (broken) {
                throw new IOException(message);
            }
        }
    }
}
