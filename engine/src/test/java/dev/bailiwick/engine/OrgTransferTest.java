package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.engine.SimulatedDisk.Outcome;
import dev.bailiwick.engine.SimulatedDisk.PowerLoss;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.HashChain;
import dev.bailiwick.testkit.SettableClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An org goes from one store to another through a file, and is there what it was here.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OrgTransferTest {
    private static final UUID ORG = Ids.named("Acme");
    private static final UUID OTHER_ORG = Ids.named("Globex");
    private static final UUID TYPE = Ids.named("Accounts");
    private static final int KILLS = Integer.getInteger("bailiwick.kills", 3);
    private static final int POWER_LOSSES = Integer.getInteger("bailiwick.powerLosses", 20);

    private final long seed = System.nanoTime();
    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final Path source;
    private final Path target;
    private final Path file;

    OrgTransferTest(@TempDir Path temporary) {
        this.source = temporary.resolve("source");
        this.target = temporary.resolve("target");
        this.file = temporary.resolve("acme.org");
    }

    private Engine openSource() {
        return Sealing.open(new DelegatingDisk(),
                Sealing.options(source).withShards(2).withClock(clock).withCompactionBytesPerSecond(0), 10);
    }

    private Engine openTarget() {
        return openTarget(new DelegatingDisk());
    }

    private Engine openTarget(Disk disk) {
        return KilledImport.open(disk, target);
    }

    private static AggregateKey key(int number) {
        return new AggregateKey(ORG, TYPE, Ids.of(number));
    }

    private static NewEvent event(String payload) {
        return NewEvent.of("Noted", payload.getBytes(UTF_8)).withMetadata("by", "Jürgen").withMetadata("at", payload);
    }

    /// One aggregate of each kind, some in segments that were written anew, some in memory.
    private void fill(Engine store) {
        for (int number = 1; number <= 9; number++) {
            for (int i = 1; i <= 6; i++) {
                clock.advance(Duration.ofSeconds(7));
                store.append(key(number), ExpectedVersion.exactly(2L * i - 2), event(number + "-" + i), event("more"));
            }
        }
        store.append(AppendRequest.builder().write(key(1), ExpectedVersion.any(), List.of(event("together")))
                .write(key(3), ExpectedVersion.any(), List.of(event("together"))).build());
        store.trim(key(2), 6);
        store.trim(key(3), 14);
        store.delete(key(4), ExpectedVersion.any(), Recreation.ALLOWED);
        store.delete(key(5), ExpectedVersion.any(), Recreation.FORBIDDEN);
        store.delete(key(6), ExpectedVersion.any(), Recreation.ALLOWED);
        store.append(key(6), ExpectedVersion.noStream(), event("again"));
        store.erase(EraseRequest.aggregate(key(7)));
        store.append(new AggregateKey(OTHER_ORG, TYPE, Ids.of(1)), ExpectedVersion.any(), event("not ours"));
        store.compact(CompactionRequest.everything());
        clock.advance(Duration.ofMinutes(1));
        store.append(key(7), ExpectedVersion.any(), event("after the erasure"));
        store.trim(key(8), 3);
        store.append(key(10), ExpectedVersion.noStream(), event("in memory"));
    }

    /// All that a store says of an org, but for where its commits are.
    private record Seen(Map<AggregateKey, AggregateDetails> details, Map<AggregateKey, List<List<Object>>> events) {}

    private static Seen see(EventStore store) {
        var seen = new Seen(new TreeMap<>(), new TreeMap<>());
        var ids = store.list(ListRequest.aggregates(ORG, TYPE).withDeleted().limit(1_000)).ids();
        for (var id : ids) {
            var key = new AggregateKey(ORG, TYPE, id);
            var details = store.details(key).orElseThrow();
            seen.details().put(key, new AggregateDetails(key, details.version(), details.firstVersion(),
                    details.state(), Instant.EPOCH));
            if (details.state() == AggregateState.LIVE) {
                seen.events().put(key, read(store, key).stream()
                        .map(event -> List.<Object>of(event.version(), event.type(), event.metadata(),
                                new String(event.payload(), UTF_8), event.erased(), event.hash(), event.eventId(),
                                event.recordedAt()))
                        .toList());
            }
        }
        return seen;
    }

    private static List<RecordedEvent> read(EventStore store, AggregateKey key) {
        var events = new ArrayList<RecordedEvent>();
        for (var next = Optional.of(ReadRequest.of(key).limit(5)); next.isPresent();) {
            var page = store.read(next.get());
            events.addAll(page.events());
            next = page.next();
        }
        return events;
    }

    private static void assertVerified(EventStore store) {
        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
    }

    @Test
    void anOrgIsTheSameInAStoreOfAnotherShape() throws IOException {
        Seen before;
        try (var store = openSource()) {
            fill(store);
            before = see(store);
            var report = store.exportOrg(ExportRequest.of(ORG, file));
            assertThat(report.aggregates()).isEqualTo(10);
            assertThat(report.bytes()).isEqualTo(Files.size(file));
        }
        try (var store = openTarget()) {
            store.append(new AggregateKey(OTHER_ORG, TYPE, Ids.of(5)), ExpectedVersion.any(), event("was here"));
            var report = store.importOrg(ImportRequest.of(file));
            assertThat(report.orgId()).isEqualTo(ORG);
            assertThat(report.aggregates()).isEqualTo(10);
            assertThat(report.checkedBytes()).isEqualTo(Files.size(file));
            assertThat(see(store)).isEqualTo(before);
            assertThat(store.list(ListRequest.orgs()).ids()).containsExactlyInAnyOrder(ORG, OTHER_ORG);
            assertVerified(store);
        }
        try (var store = openTarget()) {
            assertThat(see(store)).as("after opening it again").isEqualTo(before);
            assertVerified(store);
        }
        deleteIndexes();
        try (var store = openTarget()) {
            assertThat(see(store)).as("with a new index").isEqualTo(before);
            assertVerified(store);
            for (int i = 0; i < 30; i++) {
                store.append(key(9), ExpectedVersion.any(), event("fills segments"));
            }
            store.trim(key(9), 43);
            store.compact(CompactionRequest.everything());
            assertVerified(store);
        }
        deleteIndexes();
        try (var store = openTarget()) {
            var now = see(store);
            now.details().remove(key(9));
            now.events().remove(key(9));
            before.details().remove(key(9));
            before.events().remove(key(9));
            assertThat(now).as("after compaction").isEqualTo(before);
            assertVerified(store);
        }
    }

    private void deleteIndexes() throws IOException {
        for (int shard = 0; shard < 3; shard++) {
            Sealing.delete(target.resolve("shard-0-" + shard).resolve(IndexDatabase.NAME));
        }
    }

    @Test
    void whoExpectedAVersionInTheOneCanExpectItInTheOther() {
        try (var store = openSource()) {
            fill(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        try (var store = openTarget()) {
            store.importOrg(ImportRequest.of(file));
            assertThat(store.append(key(2), ExpectedVersion.exactly(12), event("next")).version(key(2))).isEqualTo(13);
            assertThat(store.append(key(3), ExpectedVersion.exactly(13), event("next")).version(key(3))).isEqualTo(14);
            assertThat(store.append(key(4), ExpectedVersion.noStream(), event("next")).version(key(4))).isEqualTo(13);
            assertThatThrownBy(() -> store.append(key(5), ExpectedVersion.any(), event("next")))
                    .isInstanceOf(RecreateNotAllowedException.class);
            assertThatThrownBy(() -> store.append(key(1), ExpectedVersion.noStream(), event("next")))
                    .isInstanceOf(ConflictException.class);
            store.erase(EraseRequest.org(ORG));
            assertThat(read(store, key(9))).hasSize(12).allMatch(RecordedEvent::erased);
            assertVerified(store);
        }
        try (var store = openTarget()) {
            assertThat(read(store, key(2)).getFirst().version()).isEqualTo(6);
            assertThat(read(store, key(2)).getFirst().recordedAt()).isBefore(Instant.parse("2026-01-01T01:00:00Z"));
            assertVerified(store);
        }
    }

    @Test
    void theFeedTellsOfEveryCommitAndOfWhatDidNotCome() {
        try (var store = openSource()) {
            fill(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        try (var store = openTarget()) {
            store.importOrg(ImportRequest.of(file));
            var changes = Collected.everything(store).stream().map(commit -> commit.change()).toList();
            assertThat(changes).contains(new Change.Trimmed(key(2), 6), new Change.Trimmed(key(3), 14),
                    new Change.Deleted(key(4), 12, Recreation.ALLOWED),
                    new Change.Deleted(key(5), 12, Recreation.FORBIDDEN), new Change.Trimmed(key(6), 13));
            long events = changes.stream().mapToLong(
                    change -> change instanceof Change.Appended appended ? appended.events().size() : 0).sum();
            assertThat(events).isEqualTo(see(store).events().values().stream().mapToLong(List::size).sum());
        }
    }

    @Test
    void anImportThatWasCutShortIsFinishedByTheNext() {
        Seen before;
        try (var store = openSource()) {
            for (int i = 0; i < 1_300; i++) {
                store.append(key(i % 3), ExpectedVersion.any(), event("x".repeat(600)));
            }
            store.trim(key(1), 17);
            before = see(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        try (var store = openTarget()) {
            for (int stop = 1; stop <= 3; stop++) {
                var flushes = new AtomicInteger(stop);
                assertThatThrownBy(() -> store.importOrg(ImportRequest.of(file).withProgress(sofar -> {
                    if (sofar.events() > 0 && flushes.decrementAndGet() == 0) {
                        throw new CancellationException("enough");
                    }
                }))).isInstanceOf(CancellationException.class);
            }
            assertThat(see(store)).isNotEqualTo(before);
            store.append(new AggregateKey(OTHER_ORG, TYPE, Ids.of(1)), ExpectedVersion.any(), event("meanwhile"));
            assertThat(store.importOrg(ImportRequest.of(file)).events()).isPositive();
            assertThat(see(store)).isEqualTo(before);
            assertVerified(store);

            var again = store.importOrg(ImportRequest.of(file));
            assertThat(again.events()).isZero();
            assertThat(again.present()).isEqualTo(3);
        }
    }

    @Test
    void anImportSurvivesPowerLossAtAnyOperation() throws IOException {
        Seen before;
        try (var store = openSource()) {
            fill(store);
            before = see(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        for (int i = 0; i < POWER_LOSSES; i++) {
            var random = new SplittableRandom(seed + i);
            var disk = new SimulatedDisk(random);
            try {
                for (int loss = 0; loss < 3; loss++) {
                    disk.after(1 + random.nextInt(60), Outcome.POWER_LOSS);
                    importUntilPowerLoss(disk);
                    disk = disk.afterPowerLoss();
                }
                try (var store = openTarget(disk)) {
                    store.importOrg(ImportRequest.of(file));
                    assertThat(see(store)).isEqualTo(before);
                    assertVerified(store);
                }
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError("seed " + (seed + i), e);
            } finally {
                Sealing.delete(target);
            }
        }
    }

    private void importUntilPowerLoss(SimulatedDisk disk) {
        try (var store = openTarget(disk)) {
            store.importOrg(ImportRequest.of(file));
        } catch (PowerLoss | BailiwickException e) {
            // as ordered
        }
    }

    @Test
    void anImportThatIsKilledIsFinishedByTheNext() throws Exception {
        Seen before;
        try (var store = openSource()) {
            fill(store);
            var written = new ArrayList<Future<?>>();
            for (int i = 0; i < 5_000; i++) {
                written.add(store.appendAsync(AppendRequest.builder()
                        .write(key(20 + i % 7), ExpectedVersion.any(), List.of(event("" + i))).build()));
            }
            for (var each : written) {
                each.get();
            }
            before = see(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        var random = new SplittableRandom(seed);
        for (int kill = 0; kill < KILLS; kill++) {
            if (!importAndKill(1 + random.nextInt(3))) {
                Sealing.delete(target); // it was through, so the next begins anew
            }
        }
        try (var store = openTarget()) {
            store.importOrg(ImportRequest.of(file));
            assertThat(see(store)).as("seed %d", seed).isEqualTo(before);
            assertVerified(store);
        }
    }

    /// @return whether it was killed before it was through
    private boolean importAndKill(int pieces) throws IOException, InterruptedException {
        var process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                KilledImport.class.getName(), target.toString(), file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        try (var out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
            var line = out.readLine();
            for (int i = 1; i < pieces && line != null; i++) {
                line = out.readLine();
            }
            process.destroyForcibly();
        }
        return process.waitFor() != 0;
    }

    @Test
    void whatIsThereIsLeftAndALaterFileGoesOn() {
        var later = file.resolveSibling("later.org");
        try (var store = openSource()) {
            fill(store);
            store.exportOrg(ExportRequest.of(ORG, file));
            store.append(key(1), ExpectedVersion.any(), event("later"), event("and later"));
            store.append(key(2), ExpectedVersion.any(), event("later"));
            store.exportOrg(ExportRequest.of(ORG, later));
        }
        try (var store = openTarget()) {
            store.importOrg(ImportRequest.of(file));
            store.append(key(9), ExpectedVersion.any(), event("only here"));
            store.trim(key(10), 2);
            var report = store.importOrg(ImportRequest.of(later));
            assertThat(report.aggregates()).isEqualTo(2);
            assertThat(report.events()).isEqualTo(3);
            assertThat(report.present()).isEqualTo(8);
            assertThat(store.details(key(1)).orElseThrow().version()).isEqualTo(15);
            assertThat(store.details(key(9)).orElseThrow().version()).isEqualTo(13);
            assertVerified(store);
        }
    }

    @Test
    void anAggregateWithAnotherHistoryIsRefusedBeforeAnythingIsWritten() {
        try (var store = openSource()) {
            fill(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        try (var store = openTarget()) {
            for (int number : new int[]{10, 4, 2}) {
                store.append(key(number), ExpectedVersion.noStream(), event("in memory"));
                var before = see(store);
                assertThatThrownBy(() -> store.importOrg(ImportRequest.of(file)))
                        .isInstanceOf(InvalidRequestException.class)
                        .hasMessageContaining(key(number).toString()).hasMessageContaining("nothing was imported");
                assertThat(see(store)).isEqualTo(before);
            }
        }
    }

    /// Nothing of its history is left that could be compared, but for the hash at its end.
    @Test
    void anotherHistoryThatEndsWhereTheFileBeginsIsRefused() {
        try (var store = openSource()) {
            fill(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        try (var store = openTarget()) {
            for (int i = 0; i < 5; i++) {
                store.append(key(2), ExpectedVersion.any(), event("another"));
            }
            store.trim(key(2), 6);
            assertThatThrownBy(() -> store.importOrg(ImportRequest.of(file)))
                    .isInstanceOf(InvalidRequestException.class).hasMessageContaining(key(2).toString())
                    .hasMessageContaining("nothing was imported");
        }
    }

    @Test
    void whatIsWrittenBesideAnImportIsUndisturbed() throws Exception {
        Seen before;
        try (var store = openSource()) {
            for (int i = 0; i < 600; i++) {
                store.append(key(i % 20), ExpectedVersion.any(), event("x".repeat(200)));
            }
            before = see(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        try (var store = openTarget(); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = new AtomicBoolean();
            Future<Long> writer = threads.submit(() -> {
                long version = 0;
                var key = new AggregateKey(OTHER_ORG, TYPE, Ids.of(1));
                do {
                    version = store.append(key, ExpectedVersion.exactly(version), event("beside")).version(key);
                } while (!done.get());
                return version;
            });
            store.importOrg(ImportRequest.of(file));
            done.set(true);
            assertThat(writer.get()).isPositive();
            assertThat(see(store)).isEqualTo(before);
            assertVerified(store);
            Collected.assertGapFree(Collected.everything(store));
        }
    }

    /// Whatever happens meanwhile, every aggregate is in the file as it was at some moment.
    @Test
    void anExportOfABusyStoreHasOfEachAggregateABeginning() throws Exception {
        try (var store = openSource(); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var done = new AtomicBoolean();
            var writers = new ArrayList<Future<Boolean>>();
            for (int i = 0; i < 4; i++) {
                int writer = i;
                writers.add(threads.submit(() -> {
                    for (long version = 0; !done.get() && version < 1_500;) {
                        version = store.append(key(writer), ExpectedVersion.any(), event("busy")).version(key(writer));
                        if (version % 20 == 0) {
                            store.trim(key(writer), version - 5);
                        }
                    }
                    return true;
                }));
            }
            writers.add(threads.submit(() -> {
                while (!done.get()) {
                    store.compact(CompactionRequest.everything());
                }
                return true;
            }));
            for (int number = 0; number < 4; number++) {
                while (store.details(key(number)).isEmpty()) {
                    Thread.onSpinWait();
                }
            }
            try {
                for (int i = 0; i < 5; i++) {
                    store.exportOrg(ExportRequest.of(ORG, file));
                    try (var copy = openTarget()) {
                        assertThat(copy.importOrg(ImportRequest.of(file)).aggregates()).isEqualTo(4);
                        assertVerified(copy);
                    }
                    Sealing.delete(target);
                    Files.delete(file);
                }
            } finally {
                done.set(true);
            }
            for (var writer : writers) {
                assertThat(writer.get()).isTrue();
            }
            assertVerified(store);
        }
    }

    @Test
    void aDamagedOrShortenedFileIsRefusedAndNothingIsWritten() throws IOException {
        try (var store = openSource()) {
            fill(store);
            store.exportOrg(ExportRequest.of(ORG, file));
        }
        var whole = Files.readAllBytes(file);
        var random = new SplittableRandom(seed);
        try (var store = openTarget()) {
            for (int i = 0; i < 300; i++) {
                int at = i < OrgFile.HEADER_BYTES ? i : random.nextInt(whole.length);
                var damaged = whole.clone();
                damaged[at] ^= (byte) (1 << random.nextInt(8));
                Files.write(file, damaged);
                assertRefused(store, "seed " + seed + ", byte " + at, at < 6 ? "" : "offset");
            }
            for (int i = 0; i < 200; i++) {
                int length = i < 100 ? i : random.nextInt(whole.length);
                Files.write(file, Arrays.copyOf(whole, length));
                assertRefused(store, "seed " + seed + ", " + length + " bytes", length < 6 ? "" : "cut off");
            }
            Files.write(file, Arrays.copyOf(whole, whole.length + 1));
            assertRefused(store, "longer", "behind its end");
            var newer = whole.clone();
            newer[5] = 2;
            Files.write(file, newer);
            assertRefused(store, "newer", "format 2");
            assertThat(store.list(ListRequest.orgs()).ids()).isEmpty();
            Files.write(file, whole);
            store.importOrg(ImportRequest.of(file));
        }
    }

    private void assertRefused(Engine store, String what, String reason) {
        assertThatThrownBy(() -> store.importOrg(ImportRequest.of(file))).as(what)
                .isInstanceOf(InvalidRequestException.class).hasMessageContaining(reason)
                .hasMessageContaining("acme.org");
    }

    /// A file whose checksums are right and whose chain is not was made, not damaged.
    @Test
    void aFileWhoseChainsDoNotHoldIsRefused() throws IOException {
        var key = key(1);
        var chain = new HashChain();
        var head = new Head(1, 1, AggregateState.LIVE, chain.genesis(key), 5);
        try (var writer = new OrgFileWriter(file, new OrgFile.Header(ORG, ORG, 0))) {
            writer.begin(new OrgFile.Aggregate(key, 0, chain.genesis(key), head));
            writer.add(1, 5, List.of(new Decision.Event("Noted", new TreeMap<>(), new byte[16], new byte[3],
                    chain.genesis(key), null)));
            writer.end();
        }
        try (var store = openTarget()) {
            assertRefused(store, "false", "do not lead to its last version");
            assertThat(store.list(ListRequest.orgs()).ids()).isEmpty();
        }
    }

    /// An aggregate that is trimmed while it is exported begins again, however much of it was written.
    @Test
    void whatWasTakenBackIsNotInTheFile() throws IOException {
        try (var writer = new OrgFileWriter(file, new OrgFile.Header(ORG, ORG, 0))) {
            write(writer, key(1), 3);
            write(writer, key(2), 2_000);
            writer.takeBack();
            write(writer, key(2), 2);
            write(writer, key(3), 1);
            writer.takeBack();
            write(writer, key(4), 5);
            writer.end();
            assertThat(writer.report()).isEqualTo(new ExportReport(3, 10, Files.size(file)));
        }
        try (var store = openTarget()) {
            assertThat(store.importOrg(ImportRequest.of(file)).events()).isEqualTo(10);
            assertThat(see(store).details().keySet()).containsExactlyInAnyOrder(key(1), key(2), key(4));
            assertThat(store.details(key(2)).orElseThrow().version()).isEqualTo(2);
        }
    }

    private static void write(OrgFileWriter writer, AggregateKey key, int count) throws IOException {
        var chain = new HashChain();
        var event = new Decision.Event("Noted", new TreeMap<>(), new byte[16], new byte[1_000], Hash256.ZERO, null);
        var hash = chain.genesis(key);
        for (int version = 1; version <= count; version++) {
            hash = chain.next(hash, key, version, event.type(), event.metadata(), event.payloadHash(chain));
        }
        writer.begin(new OrgFile.Aggregate(key, 0, chain.genesis(key),
                new Head(count, 1, AggregateState.LIVE, hash, 7)));
        for (int version = 1; version <= count; version++) {
            writer.add(version, 7, List.of(event));
        }
    }

    @Test
    void anOrgThatIsNotThereLeavesNoFile() throws IOException {
        try (var store = openSource()) {
            fill(store);
            assertThatThrownBy(() -> store.exportOrg(ExportRequest.of(Ids.named("Nobody"), file)))
                    .isInstanceOf(InvalidRequestException.class).hasMessageContaining("nothing of");
            try (var files = Files.list(file.toAbsolutePath().getParent())) {
                assertThat(files.toList()).containsExactly(source);
            }
            store.exportOrg(ExportRequest.of(ORG, file));
            assertThatThrownBy(() -> store.exportOrg(ExportRequest.of(ORG, file)))
                    .isInstanceOf(InvalidRequestException.class).hasMessageContaining("there already");
            assertThatThrownBy(() -> store.importOrg(ImportRequest.of(file.resolveSibling("nowhere"))))
                    .isInstanceOf(InvalidRequestException.class).hasMessageContaining("there is no");
            assertThat(store.importOrg(ImportRequest.of(file)).present()).isEqualTo(10);
        }
    }
}
