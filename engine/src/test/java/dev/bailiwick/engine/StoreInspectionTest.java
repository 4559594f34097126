package dev.bailiwick.engine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.UnreadableStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Who looks at the files of a store sees what is in them, also where they are damaged or in use, and leaves them as they are.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class StoreInspectionTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[50]);
    private static final ShardIdentifier SHARD = ShardIdentifier.of(0, 0);

    @TempDir
    private Path directory = Path.of("");

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private Engine open() {
        return Sealing.open(new DelegatingDisk(), Sealing.options(directory), 3);
    }

    /// Several segments, with a trim in an early one.
    private void fill() {
        try (var store = open()) {
            write(store);
        }
    }

    private static void write(Engine store) {
        for (int round = 0; round < 6; round++) {
            for (int i = 0; i < 5; i++) {
                store.append(key(i), ExpectedVersion.any(), EVENT, EVENT);
            }
            if (round == 1) {
                store.trim(key(2), 3);
            }
        }
    }

    private StoreInspection inspection() {
        return StoreInspection.of(directory);
    }

    private Path segment(long id) {
        return Segment.pathOf(Sealing.shard(directory), id);
    }

    private void damage(long segmentId, long offset) throws IOException {
        var bytes = Files.readAllBytes(segment(segmentId));
        bytes[Math.toIntExact(offset)] ^= 1;
        Files.write(segment(segmentId), bytes);
    }

    @Test
    void segmentsAreToldWithWhatIsInThem() {
        fill();

        var all = inspection().segments(SHARD);
        var segments = all.stream().filter(segment -> segment.state() != SegmentFacts.State.NEXT).toList();

        assertThat(segments).hasSizeGreaterThan(5);
        assertThat(all).allMatch(segment -> segment.problems().isEmpty());
        assertThat(segments.getLast().state()).isEqualTo(SegmentFacts.State.ACTIVE);
        assertThat(segments.subList(0, segments.size() - 1)).allSatisfy(segment -> {
            assertThat(segment.state()).isEqualTo(SegmentFacts.State.SEALED);
            assertThat(segment.framesByKind()).containsEntry("sealed", 1L);
            assertThat(segment.fileBytes()).isGreaterThanOrEqualTo(segment.usedBytes());
        });
        long frames = segments.stream().flatMap(segment -> segment.framesByKind().values().stream())
                .mapToLong(Long::longValue).sum();
        assertThat(segments.getFirst().firstSequence()).isEqualTo(1);
        assertThat(segments.stream().mapToLong(SegmentFacts::lastSequence).max()).hasValue(frames);
        assertThat(sum(segments, "appended")).isEqualTo(30);
        assertThat(sum(segments, "trimmed")).isEqualTo(1);
    }

    @Test
    void theSegmentThatComesNextIsToldAsEmpty() throws IOException {
        fill();
        var disk = new RealDisk();
        var manifest = Manifest.read(disk, Sealing.shard(directory));
        long next = manifest.highestId() + 1;
        disk.create(segment(next), 1 << 20).close();
        manifest.announcing(next).write(disk, Sealing.shard(directory));

        var told = inspection().segments(SHARD).getLast();

        assertThat(told.id()).isEqualTo(next);
        assertThat(told.state()).isEqualTo(SegmentFacts.State.NEXT);
        assertThat(told.framesByKind()).isEmpty();
        assertThat(told.problems()).isEmpty();
    }

    private static long sum(List<SegmentFacts> segments, String kind) {
        return segments.stream().mapToLong(segment -> segment.framesByKind().getOrDefault(kind, 0L)).sum();
    }

    @Test
    void framesCanBePagedThrough() {
        fill();
        var whole = inspection().frames(SHARD, 1, 0, 100);

        var paged = new ArrayList<FrameFacts>();
        var page = inspection().frames(SHARD, 1, 0, 2);
        paged.addAll(page.frames());
        while (page.next().isPresent()) {
            page = inspection().frames(SHARD, 1, page.next().getAsLong(), 2);
            paged.addAll(page.frames());
        }

        assertThat(whole.next()).isEmpty();
        assertThat(paged).isEqualTo(whole.frames());
        var first = paged.getFirst();
        assertThat(first.offset()).isEqualTo(Segment.FRAMES_AT);
        assertThat(first.sequence()).isEqualTo(1);
        assertThat(first.places()).containsExactly(new FrameFacts.Place(0, 1));
        assertThat(first.streams()).containsExactly(new FrameFacts.Stream(key(0), 1, 2, 1));
        assertThat(paged.getLast().kind()).isEqualTo("sealed");
    }

    @Test
    void anAggregateIsFoundThroughTheIndexAndInWhatItDoesNotHave() {
        fill();

        var story = inspection().aggregate(key(2), false);

        assertThat(story.problems()).isEmpty();
        assertThat(story.complete()).isFalse();
        assertThat(story.shard()).isEqualTo(SHARD);
        assertThat(story.partition()).isEqualTo(2);
        assertThat(story.indexedUpTo()).isPositive();
        assertThat(story.frames().stream().flatMap(frame -> frame.streams().stream())
                .mapToLong(FrameFacts.Stream::events).sum()).isEqualTo(12);
        assertThat(story.head()).hasValueSatisfying(head -> {
            assertThat(head.firstVersion()).isEqualTo(3);
            assertThat(head.state()).isEqualTo(AggregateState.LIVE);
        });
        assertThat(story.entries()).isNotEmpty();
        assertThat(story.entries().getFirst().firstVersion()).isEqualTo(1);
    }

    @Test
    void theWholeLogTellsTrimsToo() {
        fill();

        var story = inspection().aggregate(key(2), true);

        assertThat(story.problems()).isEmpty();
        assertThat(story.complete()).isTrue();
        assertThat(story.frames()).extracting(FrameFacts::kind).containsOnlyOnce("trimmed");
        assertThat(story.frames()).hasSize(7).isSortedAccordingTo(
                Comparator.comparingLong(FrameFacts::sequence));
    }

    @Test
    void whatNeverExistedHasNoFrames() {
        fill();

        var story = inspection().aggregate(key(63), true);

        assertThat(story.frames()).isEmpty();
        assertThat(story.head()).isEmpty();
        assertThat(story.problems()).isEmpty();
    }

    @Test
    void aStoreThatIsOpenCanBeLookedAt() {
        try (var store = open()) {
            write(store);

            assertThat(sum(inspection().segments(SHARD), "appended")).isEqualTo(30);
            assertThat(inspection().aggregate(key(1), false).problems()).isEmpty();
            assertThat(inspection().aggregate(key(1), true).frames()).hasSize(6);

            store.append(key(1), ExpectedVersion.exactly(12), EVENT);
            assertThat(inspection().aggregate(key(1), false).frames().getLast().streams().getFirst().version())
                    .isEqualTo(13);
        }
    }

    /// Segments are sealed, indexed and merged all the time.
    @Test
    void aStoreThatIsWrittenMeanwhileHasNoProblem() throws InterruptedException {
        try (var store = open()) {
            var writer = Thread.ofPlatform().start(() -> {
                for (int i = 0; i < 400; i++) {
                    store.append(key(i % 5), ExpectedVersion.any(), EVENT);
                }
            });
            for (int i = 0; writer.isAlive(); i++) {
                assertThat(inspection().aggregate(key(i % 5), i % 2 == 0).problems()).isEmpty();
                assertThat(inspection().segments(SHARD)).allMatch(segment -> segment.problems().isEmpty());
            }
            writer.join();
        }
    }

    @Test
    void lookingChangesNothing() throws IOException {
        fill();
        var before = files();

        inspection().segments(SHARD);
        inspection().frames(SHARD, 1, 0, 10);
        inspection().aggregate(key(1), false);
        inspection().aggregate(key(1), true);

        assertThat(files()).isEqualTo(before);
    }

    private Map<Path, FileTime> files() throws IOException {
        var files = new TreeMap<Path, FileTime>();
        try (var walk = Files.walk(directory)) {
            for (var file : walk.toList()) {
                files.put(file, Files.getLastModifiedTime(file));
            }
        }
        return files;
    }

    @Test
    void behindADamagedFrameItGoesOn() throws IOException {
        fill();
        var frames = inspection().frames(SHARD, 1, 0, 100).frames();
        var damaged = frames.get(1);
        damage(1, damaged.offset() + Frames.HEADER_BYTES);

        var page = inspection().frames(SHARD, 1, 0, 100);
        var facts = inspection().segments(SHARD).getFirst();

        var left = new ArrayList<>(frames);
        left.remove(1);
        assertThat(page.frames()).isEqualTo(left);
        var gap = "from offset " + damaged.offset() + " to " + (damaged.offset() + damaged.bytes())
                + " there is no frame that can be read";
        assertThat(page.problems()).containsExactly(gap);
        assertThat(facts.problems()).containsExactly(gap);
        assertThat(inspection().aggregate(damaged.streams().getFirst().key(), false).problems())
                .anyMatch(problem -> problem.contains("the index says that versions"));
    }

    @Test
    void aSegmentThatEndsTooEarlyIsTold() throws IOException {
        fill();
        var last = inspection().frames(SHARD, 2, 0, 100).frames().getLast();
        damage(2, last.offset() + 4);

        assertThat(inspection().segments(SHARD).get(1).problems())
                .containsExactly("its last frame that can be read ends at " + last.offset() + ", and should at "
                        + (last.offset() + last.bytes()));
    }

    @Test
    void withoutManifestSegmentsAreFoundByTheirNames() throws IOException {
        fill();
        int count = inspection().segments(SHARD).size();
        Files.write(Sealing.shard(directory).resolve("manifest"), "nonsense".getBytes(UTF_8));

        assertThat(inspection().segments(SHARD)).hasSize(count)
                .allMatch(segment -> segment.state() == SegmentFacts.State.UNLISTED);
        assertThat(inspection().problems(SHARD)).singleElement().asString().contains("manifest");
        assertThat(inspection().aggregate(key(1), true).frames()).hasSize(6);
    }

    @Test
    void aSegmentThatIsMissingIsTold() throws IOException {
        fill();
        Files.delete(segment(3));

        assertThat(inspection().segments(SHARD).get(2).problems()).singleElement().asString()
                .contains("cannot be read");
    }

    @Test
    void withoutIndexTheWholeLogIsRead() throws IOException {
        fill();
        Sealing.delete(Sealing.index(directory));

        var story = inspection().aggregate(key(1), false);

        assertThat(story.complete()).isTrue();
        assertThat(story.frames()).hasSize(6);
        assertThat(story.problems()).singleElement().asString().contains("there is no index");
    }

    @Test
    void whatIsNotThereIsRefused() {
        fill();

        assertThatThrownBy(() -> inspection().segments(ShardIdentifier.of(0, 7)))
                .isInstanceOf(UnreadableStoreException.class).hasMessageContaining("no files of shard 0/7");
        assertThatThrownBy(() -> inspection().frames(SHARD, 77, 0, 10)).isInstanceOf(UnreadableStoreException.class);
        assertThatThrownBy(() -> inspection().frames(SHARD, 1, 3, 10)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> inspection().frames(SHARD, 1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> StoreInspection.of(directory.resolve("none")).shards())
                .isInstanceOf(UnreadableStoreException.class);
        assertThatThrownBy(() -> StoreInspection.of(directory.resolve("shard-0-0")).aggregate(key(1), true))
                .isInstanceOf(UnreadableStoreException.class).hasMessageContaining("there is no store in");
    }
}
