package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.NewEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A full disk stops nothing but writing, and that only until there is room again.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class FullDiskTest {
    private static final int MANY = 1_000;

    private final long seed = System.nanoTime();
    private final Ledger ledger = new Ledger(new SplittableRandom(seed), 8);
    private final FullDisk disk = new FullDisk();

    @TempDir
    private Path directory = Path.of("");

    private Engine open() {
        return Sealing.open(disk, Sealing.options(directory), 4);
    }

    @Test
    void whereNothingIsFreeWritingWaitsForRoom() {
        surviveShortageOf(Lack.FREE_BYTES);
    }

    @Test
    void whereNoSegmentCanBeCreatedWritingWaitsForRoom() {
        surviveShortageOf(Lack.SEGMENTS);
    }

    @Test
    void whereTheManifestCannotBeWrittenWritingWaitsForRoom() {
        surviveShortageOf(Lack.MANIFESTS);
    }

    @Test
    void whereTheIndexCannotGrowWritingWaitsForRoom() {
        surviveShortageOf(Lack.INDEX);
    }

    private void surviveShortageOf(Lack lack) {
        try (var store = open()) {
            ledger.work(store, 20);
            workUntilFull(store, lack);
            ledger.check(store);
            disk.lack = Lack.NOTHING;
            resume(store);
            workUntilFull(store, lack);
        }
        try (var store = open()) {
            ledger.check(store);
            workUntilFull(store, lack);
            ledger.check(store);
            disk.lack = Lack.NOTHING;
            resume(store);
        }
        try (var store = open()) {
            ledger.work(store, 20);
            ledger.check(store);
        }
    }

    private void workUntilFull(EventStore store, Lack lack) {
        disk.lack = lack;
        assertThatThrownBy(() -> ledger.work(store, MANY)).as("seed %d", seed).isInstanceOf(DiskFullException.class);
        ledger.refused();
    }

    /// The index is tried again after a while, which nobody can see but by trying.
    private void resume(EventStore store) {
        for (int done = 0; done < 20;) {
            try {
                ledger.work(store, 1);
                done++;
            } catch (DiskFullException e) {
                ledger.refused();
            }
        }
        ledger.check(store);
    }

    /// Commands that take too much space are forgotten, which must be written too; where there is no room for that, it can wait.
    @Test
    void aShardThatCannotForgetCommandsGoesOn() {
        var commandBytes = 1L << 20;
        int commands = Math.toIntExact(commandBytes / CommandWindow.COMMAND_BYTES) + 1;
        var key = new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(1));
        var event = NewEvent.of("Noted", new byte[0]);
        var full = new SegmentIndex(1, Sealing.PARTITIONS);
        var head = new Head(1, 1, AggregateState.LIVE, Hash256.ZERO, 0);
        for (int i = 0; i < commands; i++) {
            full.add(key, head, 1, 0, 0);
            full.places().add(0, i + 1L, 0);
            full.commands().add(0, key.orgId(), Ids.of(i), 0, 1);
        }
        var options = Sealing.options(directory).withCommandBytes(commandBytes).withQueueRequests(100_000);
        // One less, so that the segment is full when there is one command too many.
        try (var store = Engine.open(disk, options,
                shards -> new MemoryShares(8 << 20, 0, full.bytes() - 1, 1 << 16))) {
            disk.lack = Lack.FREE_BYTES;
            var appends = new ArrayList<CompletableFuture<?>>();
            for (int i = 0; i < commands; i++) {
                appends.add(store.appendAsync(AppendRequest.builder()
                        .commandId(ShardedUUID.generate(ShardIdentifier.DEFAULT).value())
                        .write(key, ExpectedVersion.any(), event).build()));
            }
            appends.forEach(append -> append.orTimeout(60, TimeUnit.SECONDS).join());

            assertThatThrownBy(() -> store.append(key, ExpectedVersion.any(), event))
                    .isInstanceOf(DiskFullException.class);
            disk.lack = Lack.NOTHING;
            assertThat(store.append(key, ExpectedVersion.any(), event).version(key)).isEqualTo(commands + 1L);
        }
    }

    private enum Lack {
        NOTHING, FREE_BYTES, SEGMENTS, MANIFESTS, INDEX
    }

    /// The machine's disk, which is full for some purposes.
    private static final class FullDisk extends DelegatingDisk {
        private volatile Lack lack = Lack.NOTHING;

        @Override
        public long freeBytes(Path folder) throws IOException {
            boolean indexing = Thread.currentThread().getName().startsWith("bailiwick-index");
            boolean none = lack == Lack.FREE_BYTES || (lack == Lack.INDEX && indexing);
            return none ? 0 : super.freeBytes(folder);
        }

        @Override
        protected void beforeCreate(Path file) throws IOException {
            boolean manifest = file.endsWith("manifest.next");
            if ((lack == Lack.MANIFESTS && manifest) || (lack == Lack.SEGMENTS && !manifest)) {
                throw new IOException("No space left on device");
            }
        }
    }
}
