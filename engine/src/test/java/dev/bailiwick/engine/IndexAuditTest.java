package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// Whatever is wrong in an index, or in a part of the log that no event is in, a verification finds it. The index is changed behind
/// RocksDB's back in no way: what is wrong is whole for it, so that only the log can tell.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IndexAuditTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[50]);
    private static final UUID COMMAND = UUID.fromString("0190f5fe-0000-4000-8000-000000000001");
    private static final int AGGREGATES = 12;

    @TempDir
    private Path directory = Path.of("");

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private Engine open() {
        return Sealing.open(new DelegatingDisk(), Sealing.options(directory), 3);
    }

    @BeforeEach
    void fillAStore() {
        try (var store = open()) {
            store.append(AppendRequest.builder().commandId(COMMAND).write(key(1), ExpectedVersion.any(), EVENT)
                    .build());
            for (int i = 0; i < 5 * AGGREGATES; i++) {
                store.append(key(i % AGGREGATES), ExpectedVersion.any(), EVENT, EVENT);
            }
            store.trim(key(2), 5);
            for (int i = 0; i < 2 * AGGREGATES; i++) {
                store.append(key(i % AGGREGATES), ExpectedVersion.any(), EVENT);
            }
        }
    }

    private VerifyReport verify() {
        try (var store = open()) {
            return store.verify(VerifyRequest.everything());
        }
    }

    private interface Change {
        void apply(RocksDB rocks) throws RocksDBException;
    }

    private void change(Change change) throws IOException, RocksDBException {
        try (var memory = new IndexMemory(8 << 20, false);
                var database = IndexDatabase.open(memory, directory.resolve("shard-0-0"))) {
            change.apply(database.rocks());
        }
    }

    /// The keys of this kind or with this tag, in their order.
    private static List<byte[]> keys(RocksDB rocks, byte kind) {
        var keys = new ArrayList<byte[]>();
        try (var anyOrder = new ReadOptions().setTotalOrderSeek(true); var iterator = rocks.newIterator(anyOrder)) {
            for (iterator.seekToFirst(); iterator.isValid(); iterator.next()) {
                if (IndexKeys.kindOf(iterator.key()) == kind) {
                    keys.add(iterator.key());
                }
            }
        }
        return keys;
    }

    private void lose(byte kind) throws Exception {
        change(rocks -> rocks.delete(keys(rocks, kind).get(1)));
    }

    private static String text(VerifyReport report) {
        return report.problems().toString();
    }

    @Test
    void aSoundStoreHasNoProblem() throws IOException {
        assertThat(Sealing.segmentFiles(directory)).isGreaterThan(5);
        assertThat(verify().problems()).isEmpty();
    }

    @Test
    void aStoreThatIsWrittenMeanwhileHasNoProblem() throws InterruptedException {
        try (var store = open()) {
            var writer = Thread.startVirtualThread(() -> {
                for (int i = 0; i < 300; i++) {
                    store.append(key(i % AGGREGATES), ExpectedVersion.any(), EVENT);
                }
            });
            do {
                assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
            } while (writer.isAlive());
            writer.join();
        }
    }

    @Test
    void commitsThatTheIndexDoesNotFindAreFound() throws Exception {
        lose(IndexKeys.FEED);

        assertThat(text(verify())).contains("does not say where commits from");
    }

    @Test
    void commitsThatAreElsewhereAreFound() throws Exception {
        change(rocks -> {
            var keys = keys(rocks, IndexKeys.FEED);
            rocks.put(keys.get(1), rocks.get(keys.get(2)));
        });

        assertThat(text(verify())).contains("does not say where commits from");
    }

    @Test
    void eventsThatTheIndexDoesNotFindAreFound() throws Exception {
        lose(IndexKeys.LOCATION);

        var report = verify();
        assertThat(text(report)).contains("does not say where the events from version");
        assertThat(report.problems()).anyMatch(problem -> problem.key().isPresent());
    }

    @Test
    void aLostCommandIsFound() throws Exception {
        try (var memory = new IndexMemory(8 << 20, false);
                var database = IndexDatabase.open(memory, directory.resolve("shard-0-0"))) {
            database.commands().forgetBefore(2);
        }

        assertThat(text(verify())).contains("the command " + COMMAND);
    }

    @Test
    void aLostHeadIsFound() throws Exception {
        lose(IndexKeys.HEAD);

        var report = verify();
        assertThat(text(report)).contains("its head in the index is missing", "digest of partition");
    }

    @Test
    void aLostEntryForListingsIsFound() throws Exception {
        lose(IndexKeys.CATALOGUE);

        assertThat(text(verify())).contains("its entry for listings is missing");
    }

    @Test
    void aWrongEntryForListingsIsFound() throws Exception {
        change(rocks -> rocks.put(keys(rocks, IndexKeys.CATALOGUE).get(1), new byte[]{2}));

        assertThat(text(verify())).contains("its entry for listings is wrong");
    }

    @Test
    void whatTheLogDoesNotHaveIsFound() throws Exception {
        change(rocks -> {
            var feed = keys(rocks, IndexKeys.FEED).getFirst();
            rocks.put(IndexKeys.feed(0, 1, 1_000), rocks.get(feed));
            var location = keys(rocks, IndexKeys.LOCATION).getFirst();
            rocks.put(IndexKeys.location(0, 1, key(64), 1), rocks.get(location));
            rocks.put(IndexKeys.catalogue(key(64)), new byte[]{0});
        });

        assertThat(text(verify())).contains("1 entries about commits that the log does not have",
                "1 entries about events that the log does not have", "lists 1 aggregates that have no head");
    }

    /// No event is in it, so that nobody reads it who follows the chains.
    @Test
    void aDamagedTrimIsFound() throws IOException {
        var inspection = StoreInspection.of(directory);
        var shard = inspection.shards().getFirst();
        var trim = inspection.aggregate(key(2), true).frames().stream()
                .filter(frame -> frame.kind().equals("trimmed")).findFirst().orElseThrow();
        assertThat(inspection.segments(shard)).filteredOn(segment -> segment.id() == trim.segmentId())
                .allMatch(segment -> segment.state() == SegmentFacts.State.SEALED);
        var path = Segment.pathOf(Sealing.shard(directory), trim.segmentId());
        var bytes = Files.readAllBytes(path);
        bytes[Math.toIntExact(trim.offset()) + Frames.HEADER_BYTES] ^= 1;
        Files.write(path, bytes);

        assertThat(text(verify())).contains("frame " + trim.sequence() + " is damaged or missing",
                path.toString());
    }

    @Test
    void severalShardsAreVerifiedTogether() {
        var many = directory.resolve("many");
        try (var store = Engine.open(new DelegatingDisk(), Sealing.options(many).withShards(4))) {
            for (int i = 0; i < 40; i++) {
                store.append(key(i), ExpectedVersion.any(), EVENT);
            }
            var told = new ArrayList<VerifyRequest.Progress>();

            var report = store.verify(VerifyRequest.everything().onProgress(told::add));

            assertThat(report.aggregates()).isEqualTo(40);
            assertThat(report.events()).isEqualTo(40);
            assertThat(report.digests()).hasSize(40);
            assertThat(told).hasSize(40).isSortedAccordingTo(
                    Comparator.comparingLong(VerifyRequest.Progress::aggregates));
            assertThat(told.getLast()).isEqualTo(new VerifyRequest.Progress(40, 40));
            assertThat(store.verify(VerifyRequest.aggregate(key(7))).aggregates()).isEqualTo(1);
        }
    }

    @Test
    void itIsToldHowManySegmentsWereHeldAgainstTheIndex() {
        var many = directory.resolve("segments");
        try (var store = Sealing.open(new DelegatingDisk(), Sealing.options(many).withShards(2), 10)) {
            for (int i = 0; i < 100; i++) {
                store.append(key(i), ExpectedVersion.any(), EVENT);
            }
        }
        try (var store = Sealing.open(new DelegatingDisk(), Sealing.options(many).withShards(2), 10)) {
            var told = new ArrayList<VerifyRequest.Progress>();

            var _ = store.verify(VerifyRequest.everything().onProgress(told::add));

            assertThat(told).isSortedAccordingTo(Comparator.comparingLong(VerifyRequest.Progress::segments));
            assertThat(told.getLast().segments()).isGreaterThan(4);
            assertThat(told.getLast().events()).isEqualTo(100);
        }
    }
}
