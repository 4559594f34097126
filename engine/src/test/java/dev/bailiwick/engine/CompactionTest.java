package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What nobody can read any more leaves the disk, and nothing else changes.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CompactionTest {
    private static final int CHANGES = 10;
    private static final String MARKER = "marker-of-what-must-go";

    private final long seed = System.nanoTime();
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final LackingDisk disk = new LackingDisk();

    @TempDir
    private Path directory = Path.of("");

    private Engine open() {
        return Sealing.open(disk, Sealing.options(directory).withClock(clock).withCompactionBytesPerSecond(0), CHANGES);
    }

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private static NewEvent event(int number) {
        return NewEvent.of("Noted", (MARKER + " " + number + " ".repeat(300)).getBytes(UTF_8));
    }

    private static void fill(EventStore store, int aggregates, int rounds) {
        for (int i = 0; i < rounds; i++) {
            for (int number = 0; number < aggregates; number++) {
                store.append(key(number), ExpectedVersion.exactly(i), event(i));
            }
        }
    }

    /// Lets the segment be finished in which the last trims and deletions are.
    private static void finishSegments(EventStore store) {
        for (int i = 0; i < 3 * CHANGES; i++) {
            store.append(key(1_000), ExpectedVersion.any(), NewEvent.of("Noted", new byte[0]));
        }
    }

    private long logBytes() throws IOException {
        try (var files = Files.list(Sealing.shard(directory))) {
            long bytes = 0;
            for (var file : files.filter(file -> String.valueOf(file.getFileName()).startsWith("segment-")).toList()) {
                bytes += new String(Files.readAllBytes(file), UTF_8).stripTrailing().replace("\0", "").length();
            }
            return bytes;
        }
    }

    private long filesWith(String marker) throws IOException {
        try (var files = Files.walk(directory)) {
            long found = 0;
            for (var file : files.filter(Files::isRegularFile).toList()) {
                try {
                    found += new String(Files.readAllBytes(file), UTF_8).contains(marker) ? 1 : 0;
                } catch (NoSuchFileException e) {
                    // a file of the index that is in use now
                }
            }
            return found;
        }
    }

    private static List<Long> versions(EventStore store, int number) {
        var versions = new ArrayList<Long>();
        for (var page = store.read(ReadRequest.of(key(number)));;) {
            page.events().stream().map(RecordedEvent::version).forEach(versions::add);
            if (page.next().isEmpty()) {
                return versions;
            }
            page = store.read(page.next().get());
        }
    }

    /// It is told for what became unreadable before the store was opened, too.
    @Test
    void whatCouldBeReclaimedIsTold() {
        try (var store = open()) {
            fill(store, 10, 20);
            for (int number = 0; number < 9; number++) {
                store.trim(key(number), 21);
            }
            finishSegments(store);
        }
        try (var store = open()) {
            var debt = store.metrics().all().stream()
                    .filter(metric -> metric.series().name().equals("bailiwick.shard.compaction.debt")).findFirst()
                    .map(Metric.Gauge.class::cast).orElseThrow().value();
            while (Double.isNaN(debt.getAsDouble())) {
                Thread.onSpinWait(); // until somebody looked
            }
            assertThat(debt.getAsDouble()).isBetween(50_000d, 100_000d);
        }
    }

    @Test
    void trimmedAndDeletedEventsLeaveTheDisk() throws IOException {
        try (var store = open()) {
            fill(store, 10, 40);
            long before = logBytes();
            for (int number = 0; number < 4; number++) {
                store.trim(key(number), 40);
            }
            for (int number = 4; number < 9; number++) {
                store.delete(key(number), ExpectedVersion.any(),
                        number % 2 == 0 ? Recreation.ALLOWED : Recreation.FORBIDDEN);
            }
            finishSegments(store);
            var report = store.compact(CompactionRequest.everything());

            assertThat(report.events()).isGreaterThan(300);
            assertThat(report.bytesAfter()).isLessThan(report.bytesBefore() / 2);
            assertThat(logBytes()).isLessThan(before / 3);
            assertThat(versions(store, 0)).containsExactly(40L);
            assertThat(versions(store, 9)).hasSize(40);
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
            Collected.assertGapFree(Collected.everything(store));
        }
        try (var store = open()) {
            assertThat(versions(store, 9)).hasSize(40);
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
            assertThat(store.append(key(4), ExpectedVersion.noStream(), event(1)).version(key(4))).isEqualTo(41);
            assertThat(store.append(key(0), ExpectedVersion.exactly(40), event(1)).version(key(0))).isEqualTo(41);
        }
    }

    @Test
    void theIndexCanBeMadeAnewFromWhatIsLeft() throws IOException {
        var ledger = new Ledger(new SplittableRandom(seed), 8).withHousekeeping();
        for (int round = 0; round < 3; round++) {
            try (var store = open()) {
                ledger.work(store, 150);
            }
            Sealing.delete(Sealing.index(directory));
            try (var store = open()) {
                ledger.check(store);
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + seed, e);
            }
        }
    }

    @Test
    void anIndexFromBeforeIsBroughtUpToDateOrMadeAnew() throws IOException {
        var ledger = new Ledger(new SplittableRandom(seed), 8).withHousekeeping();
        var kept = directory.resolveSibling("kept");
        try (var store = open()) {
            ledger.work(store, 100);
        }
        Sealing.delete(kept);
        Sealing.copy(Sealing.index(directory), kept);
        try (var store = open()) {
            store.compact(CompactionRequest.everything());
        }
        restoreIndex(kept);
        try (var store = open()) {
            ledger.check(store);
            ledger.work(store, 60);
            store.compact(CompactionRequest.everything());
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
        restoreIndex(kept);
        try (var store = open()) {
            ledger.check(store);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    /// A log from before and an index from after; the entries of the old segments are not in it any more.
    @Test
    void anIndexFromAfterIsMadeAnew() throws IOException {
        var ledger = new Ledger(new SplittableRandom(seed), 8);
        var kept = directory.resolveSibling("kept-store");
        try (var store = open()) {
            ledger.work(store, 150);
        }
        Sealing.delete(kept);
        Sealing.copy(directory, kept);
        try (var store = open()) {
            assertThat(store.compact(CompactionRequest.everything()).replaced()).isPositive();
        }
        Sealing.delete(Sealing.index(kept));
        Sealing.copy(Sealing.index(directory), Sealing.index(kept));

        try (var store = Sealing.open(disk, Sealing.options(kept).withClock(clock), CHANGES)) {
            ledger.check(store);
        } catch (AssertionError | RuntimeException e) {
            throw new AssertionError("seed " + seed, e);
        }
    }

    private void restoreIndex(Path kept) throws IOException {
        Sealing.delete(Sealing.index(directory));
        Sealing.copy(kept, Sealing.index(directory));
    }

    @Test
    void readersAndSubscribersAreNotDisturbed() throws Exception {
        try (var store = open(); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            fill(store, 6, 30);
            var done = new AtomicBoolean();
            var readers = new ArrayList<Future<Boolean>>();
            for (int i = 0; i < 4; i++) {
                int number = i;
                readers.add(threads.submit(() -> {
                    while (!done.get()) {
                        var read = versions(store, number);
                        assertThat(read.getLast()).isGreaterThanOrEqualTo(30);
                        assertThat(read).hasSize((int) (read.getLast() - read.getFirst() + 1));
                    }
                    return true;
                }));
            }
            readers.add(threads.submit(() -> {
                while (!done.get()) {
                    var collected = new Collected();
                    try (var _ = store.subscribe(SubscribeRequest.from(FeedPosition.start()), collected)) {
                        Collected.assertGapFree(collected.await(180));
                    }
                }
                return true;
            }));
            readers.add(threads.submit(() -> {
                while (!done.get()) {
                    assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
                }
                return true;
            }));
            try {
                for (int round = 30; round < 60; round++) {
                    for (int number = 0; number < 6; number++) {
                        store.append(key(number), ExpectedVersion.exactly(round), event(round));
                    }
                    store.trim(key(round % 4), round - 10);
                    store.compact(CompactionRequest.everything());
                }
            } finally {
                done.set(true);
            }
            for (var reader : readers) {
                assertThat(reader.get()).isTrue();
            }
        }
    }

    /// A subscription that is slow holds places of commits which are somewhere else when it asks for them.
    @Test
    void aSubscriptionGoesOnWhereItWas() {
        try (var store = open()) {
            fill(store, 5, 40);
            var collected = new Collected();
            try (var _ = store.subscribe(SubscribeRequest.from(FeedPosition.start()).batchCommits(3), batch -> {
                collected.handle(batch);
                store.compact(CompactionRequest.everything());
            })) {
                Collected.assertGapFree(collected.await(200));
            }
        }
    }

    @Test
    void commandsAreRememberedForTheirWindowAndNoLonger() {
        var requests = new HashMap<AppendRequest, Long>();
        try (var store = open()) {
            for (int i = 0; i < 60; i++) {
                var request = AppendRequest.builder().commandId(UUID.randomUUID())
                        .write(key(i % 3), ExpectedVersion.any(), event(i)).build();
                requests.put(request, store.append(request).version(key(i % 3)));
            }
            for (int number = 0; number < 3; number++) {
                store.delete(key(number), ExpectedVersion.any(), Recreation.ALLOWED);
            }
            finishSegments(store);
            store.compact(CompactionRequest.everything());
            assertRemembered(store, requests);
        }
        try (var store = open()) {
            store.compact(CompactionRequest.everything());
            assertRemembered(store, requests);
            long bytes = store.compact(CompactionRequest.everything()).bytesAfter();
            clock.advance(Duration.ofHours(25));
            store.append(key(7), ExpectedVersion.any(), event(1));

            assertThat(store.compact(CompactionRequest.everything()).bytesAfter()).isLessThan(bytes - 5_000);
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
            Collected.assertGapFree(Collected.everything(store));
        }
    }

    private static void assertRemembered(EventStore store, Map<AppendRequest, Long> requests) {
        requests.forEach((request, version) -> {
            var again = store.append(request);
            assertThat(again.duplicate()).isTrue();
            assertThat(again.versions().values()).containsExactly(version);
        });
    }

    @Test
    void smallSegmentsBecomeOne() throws IOException {
        try (var store = open()) {
            fill(store, 5, 60);
            for (int number = 0; number < 5; number++) {
                store.trim(key(number), 61);
            }
            finishSegments(store);
            long segments = Sealing.segmentFiles(directory);
            store.compact(CompactionRequest.worthwhile());

            assertThat(Sealing.segmentFiles(directory)).isLessThan(segments / 2);
        }
    }

    /// The first segments are read before the trim and lose less than the others, so versions are missing between those that stay.
    @Test
    void whatIsTrimmedMeanwhileDoesNotHideTheRest() throws IOException {
        try (var store = open()) {
            fill(store, 1, 5 * CHANGES);
            store.trim(key(0), 3);
            finishSegments(store);
            disk.beforeRead(Segment.pathOf(Sealing.shard(directory), 3), () -> {
                store.trim(key(0), 3 * CHANGES - 5);
                finishSegments(store);
                awaitInIndex(new Routing(store.routingRule(), store.partitionMap()), key(0), 3 * CHANGES - 5);
            });
            store.compact(CompactionRequest.everything());

            assertThat(versions(store, 0)).containsExactlyElementsOf(
                    LongStream.rangeClosed(3 * CHANGES - 5, 5 * CHANGES).boxed().toList());
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
        Sealing.delete(Sealing.index(directory));
        try (var store = open()) {
            assertThat(versions(store, 0)).hasSize(2 * CHANGES + 6);
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
    }

    private void awaitInIndex(Routing routing, AggregateKey key, long firstVersion) throws IOException {
        int partition = routing.partitionOf(key);
        for (long found = 0; found != firstVersion;) {
            try (var index = IndexPeek.open(Sealing.shard(directory))) {
                found = index.head(partition, routing.epochOf(partition), key).orElseThrow().firstVersion();
            }
        }
    }

    @Test
    void withoutRoomNothingChangesAndLaterItSucceeds() throws IOException {
        var ledger = new Ledger(new SplittableRandom(seed), 8);
        try (var store = open()) {
            ledger.work(store, 150);
            disk.full = true;
            assertThatThrownBy(() -> store.compact(CompactionRequest.everything()))
                    .isInstanceOf(DiskFullException.class);
            disk.full = false;
            ledger.withHousekeeping();
            ledger.check(store);
            assertThat(store.compact(CompactionRequest.everything()).replaced()).isPositive();
            ledger.check(store);
        }
        assertNoFileIsLeftOver();
    }

    @Test
    void aDamagedFrameIsNotCarriedOn() throws IOException {
        try (var store = open()) {
            fill(store, 5, 40);
        }
        var segment = Segment.pathOf(Sealing.shard(directory), 2);
        var bytes = Files.readAllBytes(segment);
        bytes[Segment.FRAMES_AT + 70] ^= 1;
        Files.write(segment, bytes);
        try (var store = open()) {
            assertThatThrownBy(() -> store.compact(CompactionRequest.everything()))
                    .isInstanceOf(UnreadableStoreException.class).hasMessageContaining(segment.toString());
            assertThat(Files.exists(segment)).isTrue();
        }
        assertNoFileIsLeftOver();
    }

    @Test
    void erasedPayloadsAreNowhereInTheDirectory() throws IOException {
        try (var store = open()) {
            fill(store, 4, 20);
            store.append(AppendRequest.builder().write(key(1), ExpectedVersion.any(), event(1))
                    .write(key(2), ExpectedVersion.any(), NewEvent.of("Noted", "innocent".getBytes(UTF_8))).build());
            store.trim(key(0), 10);
            store.delete(key(3), ExpectedVersion.any(), Recreation.FORBIDDEN);
            assertThat(filesWith(MARKER)).isPositive();

            store.erase(EraseRequest.org(Ids.named("Acme")));

            assertThat(filesWith(MARKER)).isZero();
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
        assertThat(filesWith(MARKER)).isZero();
        try (var store = open()) {
            assertThat(store.read(ReadRequest.of(key(1))).events()).hasSize(21)
                    .allSatisfy(event -> assertThat(event.erased()).isTrue());
        }
        assertNoFileIsLeftOver();
    }

    @Test
    void erasingOneAggregateLeavesTheOthersTheirPayloads() throws IOException {
        try (var store = open()) {
            fill(store, 4, 20);
            store.append(AppendRequest.builder()
                    .write(key(1), ExpectedVersion.any(), NewEvent.of("Noted", "personal".getBytes(UTF_8)))
                    .write(key(2), ExpectedVersion.any(), NewEvent.of("Noted", "innocent".getBytes(UTF_8))).build());

            var receipt = store.erase(EraseRequest.aggregate(key(1)));

            assertThat(receipt.events()).isEqualTo(21);
            assertThat(filesWith("personal")).isZero();
            assertThat(filesWith("innocent")).isPositive();
            assertThat(store.read(ReadRequest.of(key(2)).backwards()).events().getFirst().payload())
                    .isEqualTo("innocent".getBytes(UTF_8));
        }
    }

    /// Nobody asks for it.
    @Test
    void whatIsWorthItIsReclaimedInTheBackground() throws IOException {
        var options = Sealing.options(directory).withClock(clock);
        try (var store = Sealing.open(disk, options, CHANGES)) {
            var event = NewEvent.of("Noted", new byte[100]);
            for (int i = 0; i < 120; i++) {
                store.append(key(i % 4), ExpectedVersion.any(),
                        Collections.nCopies(200, event).toArray(NewEvent[]::new));
            }
            long segments = Sealing.segmentFiles(directory);
            for (int number = 0; number < 4; number++) {
                store.trim(key(number), 6_001);
            }
            finishSegments(store);
            while (Sealing.segmentFiles(directory) >= segments) {
                Thread.onSpinWait();
            }
            assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
        }
    }

    private void assertNoFileIsLeftOver() throws IOException {
        Sealing.assertNoFileIsLeftOver(Sealing.shard(directory), "at the end");
    }

    private static final class LackingDisk extends DelegatingDisk {
        private final Map<Path, Interruption> interruptions = new ConcurrentHashMap<>();
        private volatile boolean full;

        interface Interruption {
            void run() throws IOException;
        }

        /// Something happens when the file is read next.
        void beforeRead(Path file, Interruption interruption) {
            interruptions.put(file, interruption);
        }

        @Override
        protected void beforeRead(Path file) throws IOException {
            var due = interruptions.remove(file);
            if (due != null) {
                due.run();
            }
        }

        @Override
        public long freeBytes(Path folder) throws IOException {
            return full ? 0 : super.freeBytes(folder);
        }
    }
}
