package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A backup is a store as it was.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class BackupTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[100]);

    private final long seed = System.nanoTime();
    private final Path directory;
    private final Path copy;

    BackupTest(@TempDir Path temporary) {
        this.directory = temporary.resolve("store");
        this.copy = temporary.resolve("copy");
    }

    private static Engine open(Path where) {
        return Sealing.open(new DelegatingDisk(), Sealing.options(where).withShards(2), 10);
    }

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    @Test
    void aCopyOfAnOpenStoreHasWhatWasAcknowledged() {
        var ledger = new Ledger(new SplittableRandom(seed), 8).withHousekeeping();
        try (var store = open(directory)) {
            ledger.work(store, 100);
            assertThat(store.backup(BackupRequest.to(copy)).index()).isTrue();
            try (var copied = open(copy)) {
                ledger.check(copied);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void aCopyIsMadeFromTheFilesOfAClosedStoreOrOfOneThatAnotherHasOpen() {
        var ledger = new Ledger(new SplittableRandom(seed), 8);
        try (var store = open(directory)) {
            ledger.work(store, 60);
            assertThat(Backup.take(directory, BackupRequest.to(copy)).index()).isFalse();
        }
        try (var copied = open(copy)) {
            ledger.check(copied);
        }
        var other = copy.resolveSibling("other");
        assertThat(Backup.take(directory, BackupRequest.to(other)).index()).isTrue();
        try (var copied = open(other)) {
            ledger.check(copied);
            ledger.work(copied, 20);
            ledger.check(copied);
        }
    }

    /// Whatever happens meanwhile: of each partition the copy has a beginning of its history, and all that was acknowledged before.
    @Test
    void aCopyOfABusyStoreIsAPrefixOfItsHistory() throws Exception {
        try (var store = open(directory); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = new AtomicBoolean();
            var writers = new ArrayList<Future<Long>>();
            for (int i = 0; i < 4; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    long version = 0;
                    while (!done.get() && version < 1_500) {
                        version = store.append(key(writer), ExpectedVersion.any(), EVENT).version(key(writer));
                        if (version % 20 == 0) {
                            store.trim(key(writer), version - 5);
                        }
                    }
                    return version;
                }));
            }
            var compacting = threads.submit(() -> {
                while (!done.get()) {
                    store.compact(CompactionRequest.everything());
                }
                return true;
            });
            var backups = new ArrayList<Path>();
            var before = new ArrayList<Map<AggregateKey, Long>>();
            try {
                for (int i = 0; i < 4; i++) {
                    before.add(versions(store));
                    var backup = copy.resolveSibling("backup-" + i);
                    var request = BackupRequest.to(backup);
                    store.backup(i == 0 ? request : request.since(backups.getLast()));
                    backups.add(backup);
                }
            } finally {
                done.set(true);
            }
            for (var writer : writers) {
                assertThat(writer.get()).isPositive();
            }
            assertThat(compacting.get()).isTrue();
            var history = byPartition(Collected.everything(store));
            for (int i = 0; i < backups.size(); i++) {
                try (var copied = open(backups.get(i))) {
                    assertThat(copied.verify(VerifyRequest.everything()).problems()).isEmpty();
                    byPartition(Collected.everything(copied)).forEach((partition, commits) -> {
                        var whole = history.getOrDefault(partition, List.of());
                        assertThat(commits).hasSizeLessThanOrEqualTo(whole.size());
                        for (int c = 0; c < commits.size(); c++) {
                            assertThat(commits.get(c).stamp()).isEqualTo(whole.get(c).stamp());
                            assertThat(commits.get(c).change().getClass()).isEqualTo(whole.get(c).change().getClass());
                        }
                    });
                    var versions = versions(copied);
                    before.get(i).forEach((key, version) -> assertThat(versions.getOrDefault(key, 0L))
                            .isGreaterThanOrEqualTo(version));
                }
            }
        }
    }

    private static Map<AggregateKey, Long> versions(EventStore store) {
        var versions = new HashMap<AggregateKey, Long>();
        for (int writer = 0; writer < 4; writer++) {
            var key = key(writer);
            store.details(key).ifPresent(details -> versions.put(key, details.version()));
        }
        return versions;
    }

    private static Map<Integer, List<Commit>> byPartition(List<Commit> commits) {
        var partitions = new HashMap<Integer, List<Commit>>();
        commits.forEach(commit -> partitions.computeIfAbsent(commit.partition(), _ -> new ArrayList<>()).add(commit));
        return partitions;
    }

    @Test
    void whatHasNotChangedIsSharedWithTheBackupBefore() {
        var ledger = new Ledger(new SplittableRandom(seed), 8);
        var second = copy.resolveSibling("second");
        try (var store = open(directory)) {
            ledger.work(store, 100);
            var first = store.backup(BackupRequest.to(copy));
            ledger.work(store, 10);
            var report = store.backup(BackupRequest.to(second).since(copy));

            assertThat(report.sharedBytes()).isGreaterThan(first.copiedBytes() / 4);
        }
        try (var copied = open(second)) {
            ledger.check(copied);
        }
    }

    /// Erasing overwrites files, and backups share them.
    @Test
    void erasingInACopyLeavesTheOtherCopiesAsTheyAre() {
        var ledger = new Ledger(new SplittableRandom(seed), 8);
        var second = copy.resolveSibling("second");
        try (var store = open(directory)) {
            ledger.work(store, 100);
            store.backup(BackupRequest.to(copy));
            store.backup(BackupRequest.to(second).since(copy));
        }
        try (var copied = open(second)) {
            copied.erase(EraseRequest.org(Ids.named("Acme")));
        }
        try (var copied = open(copy)) {
            ledger.check(copied);
        }
    }

    @Test
    void aBackupThatWasCutShortIsNoStoreAndIsFinishedTheNextTime() {
        var ledger = new Ledger(new SplittableRandom(seed), 8);
        try (var store = open(directory)) {
            ledger.work(store, 100);
            assertThatThrownBy(() -> store.backup(BackupRequest.to(copy).withProgress(sofar -> {
                if (sofar.files() == 5) {
                    throw new CancellationException();
                }
            }))).isInstanceOf(CancellationException.class);
            assertThatThrownBy(() -> open(copy)).isInstanceOf(UnreadableStoreException.class)
                    .hasMessageContaining("unfinished");
            ledger.work(store, 20);

            var report = store.backup(BackupRequest.to(copy));

            assertThat(report.sharedBytes()).isPositive();
        }
        try (var copied = open(copy)) {
            ledger.check(copied);
        }
    }

    @Test
    void nothingElseIsOverwritten() throws IOException {
        try (var store = open(directory)) {
            store.append(key(1), ExpectedVersion.any(), EVENT);
            Files.createDirectories(copy);
            Files.writeString(copy.resolve("precious"), "x");

            assertThatThrownBy(() -> store.backup(BackupRequest.to(copy)))
                    .isInstanceOf(UnreadableStoreException.class).hasMessageContaining("not empty");
            assertThatThrownBy(() -> store.backup(BackupRequest.to(copy.resolveSibling("b")).since(copy)))
                    .isInstanceOf(UnreadableStoreException.class);
            assertThat(Files.readString(copy.resolve("precious"))).isEqualTo("x");
        }
    }

    @Test
    void aDamagedSegmentIsNotCopiedAsIfItWereSound() throws IOException {
        try (var store = open(directory)) {
            new Ledger(new SplittableRandom(seed), 8).work(store, 100);
        }
        var segment = Segment.pathOf(Sealing.shard(directory), 2);
        var bytes = Files.readAllBytes(segment);
        bytes[Segment.FRAMES_AT + 70] ^= 1;
        Files.write(segment, bytes);

        assertThatThrownBy(() -> Backup.take(directory, BackupRequest.to(copy)))
                .isInstanceOf(UnreadableStoreException.class).hasMessageContaining(segment.getFileName().toString());
    }

    @Test
    void aCloneIsAnotherStoreWithTheSameHistory() {
        var ledger = new Ledger(new SplittableRandom(seed), 8).withHousekeeping();
        FeedPosition position;
        try (var store = open(directory)) {
            ledger.work(store, 100);
            position = positionOf(store);
            store.backup(BackupRequest.to(copy));
        }
        var clone = copy.resolveSibling("clone");
        Backup.restore(copy, clone, Backup.Identity.NEW);
        var restored = copy.resolveSibling("restored");
        Backup.restore(copy, restored, Backup.Identity.SAME);

        try (var store = open(clone)) {
            ledger.check(store);
            assertThatThrownBy(() -> store.subscribe(SubscribeRequest.from(position), _ -> {}).close())
                    .isInstanceOf(InvalidPositionException.class);
        }
        try (var store = open(restored)) {
            ledger.check(store);
            store.subscribe(SubscribeRequest.from(position), _ -> {}).close();
        }
        try (var store = open(copy)) {
            ledger.check(store);
        }
    }

    private static FeedPosition positionOf(EventStore store) {
        var collected = new Collected();
        var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), collected);
        collected.await(1);
        subscription.close();
        return subscription.position();
    }
}
