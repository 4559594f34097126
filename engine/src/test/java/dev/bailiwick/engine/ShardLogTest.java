package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardLogTest {
    private static final Path FIRST = Segment.pathOf(LogHistory.DIRECTORY, 1);

    private final SplittableRandom random = new SplittableRandom(42);

    private LogHistory history() throws IOException {
        return new LogHistory(random, new SimulatedDisk(random));
    }

    @Test
    void aLogOnTheRealDiskIsThereAgainAfterClosing(@TempDir Path directory) throws IOException {
        var disk = new RealDisk();
        try (var log = TestLog.open(disk, directory, LogHistory.IDENTITY, 1 << 20, frame -> {})) {
            log.stage(1_000, TestLog.body((byte) 1, new byte[]{1, 2, 3}));
            log.stage(900, TestLog.body((byte) 2, new byte[300_000]));
            assertThat(log.durableUpTo()).isZero();
            log.commit();
            assertThat(log.durableUpTo()).isEqualTo(2);
        }

        var frames = new ArrayList<Frame>();
        try (var log = TestLog.open(disk, directory, LogHistory.IDENTITY, 1 << 20, frames::add)) {
            assertThat(log.lastSequence()).isEqualTo(2);
        }
        assertThat(frames).extracting(Frame::sequence).containsExactly(1L, 2L);
        assertThat(frames).extracting(Frame::kind).containsExactly((byte) 1, (byte) 2);
        assertThat(frames).extracting(Frame::timeMs).as("time does not go back").containsExactly(1_000L, 1_000L);
        assertThat(frames.get(0).body()).isEqualTo(ByteBuffer.wrap(new byte[]{1, 2, 3}));
    }

    @Test
    void framesGoOnInTheNextSegmentWhenOneIsFull() throws IOException {
        var history = history();
        for (int i = 0; i < 30; i++) {
            history.stage(2_000);
            history.commit();
        }

        history.reopen();

        assertThat(history.log().segmentIds()).hasSizeGreaterThan(3).isSorted();
        assertThat(history.committed()).isEqualTo(30);
    }

    @Test
    void aFlippedBitInTheMiddleIsRefusedWithFileAndOffset() throws IOException {
        var history = history();
        for (int i = 0; i < 3; i++) {
            history.stage(100);
            history.commit();
        }

        history.disk().damage(FIRST, Segment.FRAMES_AT + Frames.HEADER_BYTES + 5);

        assertThatThrownBy(history::reopen).isInstanceOfSatisfying(CorruptLogException.class, e -> {
            assertThat(e.file()).isEqualTo(FIRST);
            assertThat(e.offset()).isEqualTo(Segment.FRAMES_AT);
            assertThat(e).hasMessageContaining("frame 1 is damaged").hasMessageContaining(FIRST.toString());
        });
    }

    @Test
    void everyFlippedBitOfAFinishedSegmentsFramesIsRefused() throws IOException {
        var history = history();
        for (int i = 0; i < 12; i++) {
            history.stage(1_500);
            history.commit();
        }
        assertThat(history.log().segmentIds()).hasSizeGreaterThan(1);

        for (int offset = Segment.FRAMES_AT; offset < Segment.FRAMES_AT + 1_500; offset += 7) {
            history.disk().damage(FIRST, offset);
            assertThatThrownBy(history::reopen).as("offset %d", offset).isInstanceOf(CorruptLogException.class);
            history.disk().damage(FIRST, offset);
        }
        history.reopen();
    }

    @Test
    void anUnfinishedTailIsCutAndCannotComeBack() throws IOException {
        var history = history();
        history.stage(100);
        history.commit();
        history.stage(100);
        history.stage(100);
        history.commit();
        var secondFrame = Segment.FRAMES_AT + Frames.bytes(100);

        history.disk().damage(FIRST, secondFrame + Frames.HEADER_BYTES);
        var found = new ArrayList<Frame>();
        TestLog.open(history.disk(), LogHistory.DIRECTORY, LogHistory.IDENTITY, LogHistory.SEGMENT_BYTES, found::add);

        assertThat(found).extracting(Frame::sequence).containsExactly(1L);
        var behindTheEnd = Arrays.copyOfRange(history.disk().bytes(FIRST), secondFrame, (int) LogHistory.SEGMENT_BYTES);
        assertThat(behindTheEnd).containsOnly(0);
    }

    @Test
    void aLogOfAnotherShardOrStoreIsRefused() throws IOException {
        var history = history();
        var otherShard = new LogIdentity(LogHistory.IDENTITY.storeId(), ShardIdentifier.of(0, 4));
        var otherStore = new LogIdentity(UUID.randomUUID(), LogHistory.IDENTITY.shard());

        for (var other : List.of(otherShard, otherStore)) {
            assertThatThrownBy(() -> TestLog.open(history.disk(), LogHistory.DIRECTORY, other,
                    LogHistory.SEGMENT_BYTES, frame -> {})).isInstanceOf(CorruptLogException.class)
                    .hasMessageContaining("another store, shard or place");
        }
    }

    @Test
    void aDamagedManifestOrHeaderIsRefused() throws IOException {
        var history = history();
        history.stage(10);
        history.commit();

        for (var file : List.of(LogHistory.DIRECTORY.resolve("manifest"), FIRST)) {
            for (int offset = 0; offset < 8; offset++) {
                history.disk().damage(file, offset);
                assertThatThrownBy(history::reopen).as("%s %d", file, offset).isInstanceOf(CorruptLogException.class);
                history.disk().damage(file, offset);
            }
        }
        history.reopen();
    }

    /// Leaves a log whose manifest announces a segment, and returns that.
    private static long announced(LogHistory history) throws IOException {
        do {
            history.stage(1_000);
            history.commit();
        } while (manifest(history).announced() == 0);
        return manifest(history).announced();
    }

    /// Leaves a log whose last segment is begun and not yet in the manifest, and returns that.
    private static long begun(LogHistory history) throws IOException {
        long next = announced(history);
        while (history.log().segmentIds().getLast() != next) {
            history.stage(1_000);
        }
        history.commit();
        return next;
    }

    private static Manifest manifest(LogHistory history) throws IOException {
        return Manifest.read(history.disk(), LogHistory.DIRECTORY);
    }

    @Test
    void whoReadsTheManifestSeesBySegmentsThemselvesThatTheNextOneIsBegun() throws IOException {
        var history = history();
        announced(history);
        var before = history.disk().bytes(LogHistory.DIRECTORY.resolve("manifest"));

        long next = begun(history);

        assertThat(history.disk().bytes(LogHistory.DIRECTORY.resolve("manifest"))).as("is not written meanwhile")
                .isEqualTo(before);
        assertThat(manifest(history).entries()).isEqualTo(history.log().segments());
        assertThat(manifest(history).last().segmentId()).isEqualTo(next);
        history.reopen();
    }

    @Test
    void aSegmentThatIsBegunAndHasLostItsHeaderIsRefused() throws IOException {
        var history = history();
        var file = Segment.pathOf(LogHistory.DIRECTORY, begun(history));

        for (int offset = 0; offset < 52; offset++) {
            history.disk().damage(file, offset);
            assertThatThrownBy(history::reopen).as("offset %d", offset)
                    .isInstanceOfSatisfying(CorruptLogException.class, e -> assertThat(e.file()).isEqualTo(file));
            history.disk().damage(file, offset);
        }
        history.reopen();
    }

    @Test
    void aSegmentThatIsBegunAndHasLostMoreThanItsHeaderIsRefused() throws IOException {
        var history = history();
        var path = Segment.pathOf(LogHistory.DIRECTORY, begun(history));
        try (var file = history.disk().open(path)) {
            file.write(ByteBuffer.allocate(Segment.FRAMES_AT + Frames.HEADER_BYTES), 0);
            file.flush();
        }

        assertThatThrownBy(history::reopen).isInstanceOfSatisfying(CorruptLogException.class,
                e -> assertThat(e.file()).isEqualTo(path));
        assertThat(history.disk().exists(path)).isTrue();
    }

    @Test
    void aSegmentThatIsAnnouncedMustBeThere() throws IOException {
        var history = history();
        history.disk().delete(Segment.pathOf(LogHistory.DIRECTORY, begun(history)));

        assertThatThrownBy(history::reopen).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void aSegmentThatWasNotBegunGoesWhenTheLogIsOpened() throws IOException {
        var history = history();
        var file = Segment.pathOf(LogHistory.DIRECTORY, announced(history));

        history.reopen();

        assertThat(history.disk().exists(file)).isFalse();
        assertThat(manifest(history).announced()).isZero();
        history.losePowerAndReopen();
    }

    @Test
    void aSegmentThatIsAnnouncedStaysSoWhileOthersAreReplaced() throws IOException {
        var history = history();
        begun(history);
        long next = announced(history);
        var first = history.log().segments().getFirst();

        history.log().replace(new Manifest.Entry(history.log().newSegmentId(), first.firstSequence(), first.footer(),
                List.of(first.segmentId())));

        assertThat(manifest(history).announced()).isEqualTo(next);
        assertThat(begun(history)).isEqualTo(next);
        assertThat(manifest(history).entries()).isEqualTo(history.log().segments());
    }

    @Test
    void aBodyThatIsTooLongIsRefused() throws IOException {
        var history = history();

        assertThatThrownBy(() -> history.stage((int) LogHistory.SEGMENT_BYTES))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
