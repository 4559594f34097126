package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class RecentFramesTest {
    private static final int BYTES = 64;
    private static final int SEGMENT_BYTES = 512;

    private final RecentFrames recent = new RecentFrames(BYTES);

    @Test
    void whatWasAddedLastCanBeRead() {
        recent.add(1, 4_096, bytes(4_096, 24));
        recent.add(1, 4_120, bytes(4_120, 16));

        assertThat(read(1, 4_096, 24)).isEqualTo(content(4_096, 24));
        assertThat(read(1, 4_120, 16)).isEqualTo(content(4_120, 16));
    }

    @Test
    void whatDoesNotFitAnyMoreIsGoneAndTheRestIsNot() {
        recent.add(1, 4_096, bytes(4_096, 40));
        recent.add(1, 4_136, bytes(4_136, 40));

        assertThat(read(1, 4_096, 40)).isEmpty();
        assertThat(read(1, 4_136, 40)).isEqualTo(content(4_136, 40));
    }

    @Test
    void ofMoreThanThereIsRoomForTheEndIsKept() {
        recent.add(1, 4_096, bytes(4_096, 3 * BYTES + 8));

        assertThat(read(1, 4_096, 3 * BYTES + 8)).isEmpty();
        assertThat(read(1, 4_096 + 2 * BYTES + 8, BYTES)).isEqualTo(content(4_096 + 2 * BYTES + 8, BYTES));
    }

    @Test
    void theEndOfTheSegmentBeforeStaysAsLongAsThereIsRoom() {
        recent.add(1, 8_000, bytes(8_000, 24));
        recent.add(2, 4_096, bytes(4_096, 24));

        assertThat(read(1, 8_000, 24)).isEqualTo(content(8_000, 24));
        assertThat(read(2, 4_096, 24)).isEqualTo(content(4_096, 24));
        assertThat(read(2, 8_000, 24)).isEmpty();
        assertThat(read(1, 8_024, 8)).isEmpty();

        recent.add(2, 4_120, bytes(4_120, 32));

        assertThat(read(1, 8_000, 24)).isEmpty();
        assertThat(read(1, 8_016, 8)).isEqualTo(content(8_016, 8));
        assertThat(read(2, 4_096, 56)).isEqualTo(content(4_096, 56));
    }

    @Test
    void whatLiesInAGapIsNotThere() {
        recent.add(1, 4_096, bytes(4_096, 24));
        recent.add(1, 4_128, bytes(4_128, 24));

        assertThat(read(1, 4_096, 24)).isEqualTo(content(4_096, 24));
        assertThat(read(1, 4_120, 8)).isEmpty();
        assertThat(read(1, 4_112, 24)).isEmpty();
        assertThat(read(1, 4_128, 24)).isEqualTo(content(4_128, 24));
    }

    @Test
    void nothingIsGivenOfASegmentThatIsRetired() {
        recent.add(6, 4_096, bytes(4_096, 8));
        recent.add(7, 4_096, bytes(4_096, 16));
        recent.add(8, 4_096, bytes(4_096, 16));

        recent.retire(List.of(7L));
        recent.retire(List.of(5L, 6L));

        assertThat(read(6, 4_096, 8)).isEmpty();
        assertThat(read(7, 4_096, 16)).isEmpty();
        assertThat(read(8, 4_096, 16)).isEqualTo(content(4_096, 16));

        recent.add(9, 4_096, bytes(4_096, 16));

        assertThat(read(7, 4_096, 16)).isEmpty();
        assertThat(read(9, 4_096, 16)).isEqualTo(content(4_096, 16));
    }

    /// Everything that was ever added is there if it is within the last bytes, and else not.
    @Test
    void whateverSegmentsAreWrittenTheLastBytesAreThereAndNoOthers() {
        var random = new Random(5);
        var added = new ArrayList<FrameLocation>();
        long segment = 1;
        long offset = 4_096;
        for (int round = 0; round < 3_000; round++) {
            if (random.nextInt(5) == 0) {
                segment++;
                offset = 4_096 + 8L * random.nextInt(4);
            } else if (random.nextInt(20) == 0) {
                offset += 8;
            }
            int length = 8 * (1 + random.nextInt(round % 50 == 0 ? 20 : 4));
            recent.add(segment, offset, bytes(offset, length));
            added.add(new FrameLocation(segment, offset, length));
            offset += length;

            int behind = 0;
            for (var frame : added.subList(Math.max(0, added.size() - 20), added.size()).reversed()) {
                behind += frame.bytes();
                assertThat(read(frame.segmentId(), frame.offset(), frame.bytes())).as("round %d", round)
                        .isEqualTo(behind <= BYTES ? content(frame.offset(), frame.bytes()) : new byte[0]);
            }
        }
    }

    /// Whoever reads while it is written over gets what was there, or nothing.
    @Test
    void aReaderNeverGetsHalfOfSomethingElse() throws InterruptedException {
        var ended = new AtomicBoolean();
        var wrong = new AtomicBoolean();
        var end = new AtomicLong(4_096);
        var reader = Thread.ofPlatform().start(() -> {
            while (!ended.get()) {
                long offset = Math.max(4_096, end.get() - BYTES);
                var found = read(offset / SEGMENT_BYTES, offset, 16);
                if (found.length > 0 && !Arrays.equals(found, content(offset, 16))) {
                    wrong.set(true);
                }
            }
        });
        var random = new Random(3);
        for (long offset = 4_096; end.get() < 40_000_000 && !wrong.get(); offset = end.get()) {
            int length = 8 * (1 + random.nextInt(4));
            recent.add(offset / SEGMENT_BYTES, offset, bytes(offset, length));
            end.set(offset + length);
        }
        ended.set(true);
        reader.join();

        assertThat(wrong).isFalse();
    }

    private byte[] read(long segmentId, long offset, int length) {
        var into = ByteBuffer.allocate(length);
        return recent.read(new FrameLocation(segmentId, offset, length), into) ? into.array() : new byte[0];
    }

    private static ByteBuffer bytes(long offset, int length) {
        return ByteBuffer.wrap(content(offset, length));
    }

    /// Other bytes at every place.
    private static byte[] content(long offset, int length) {
        var content = ByteBuffer.allocate(length);
        for (long at = offset; content.hasRemaining(); at += 8) {
            content.putLong(at);
        }
        return content.array();
    }
}
