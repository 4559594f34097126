package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Consumer;

/// Reads a segment from its beginning and finds where it ends.
///
/// In the segment that was being written, the first thing that is not the next frame is either the end, the unfinished tail
/// of a crash, or damage. A crash may have lost any part of what was not flushed, later frames intact included. So a later frame
/// alone proves nothing; but one that says that the log was durable beyond this point does: what is bad here was good once.
///
/// In a finished segment everything was flushed before the next one began, so there every gap is damage.
final class SegmentScan {
    private final Segment segment;
    private final ByteBuffer bytes;
    private long lastSequence;
    private long provenUpTo;
    private long lastTimeMs;
    private int end = Segment.FRAMES_AT;
    private int unprovenFrom = Segment.FRAMES_AT;

    private SegmentScan(Segment segment, ByteBuffer bytes) {
        this.segment = segment;
        this.bytes = bytes;
        this.lastSequence = segment.firstSequence() - 1;
        this.provenUpTo = lastSequence;
    }

    /// Scans the segment that is being written.
    static SegmentScan ofActive(Segment segment, Consumer<Frame> visitor) throws IOException {
        var scan = new SegmentScan(segment, load(segment));
        scan.readFrames(visitor);
        scan.checkTail();
        return scan;
    }

    /// Scans a finished segment, whose last frame has this sequence.
    static SegmentScan ofFinished(Segment segment, long expectedLast, Consumer<Frame> visitor) throws IOException {
        var scan = new SegmentScan(segment, load(segment));
        scan.readFrames(visitor);
        if (scan.lastSequence != expectedLast) {
            throw scan.damage("frame " + (scan.lastSequence + 1) + " is damaged or missing in a finished segment");
        }
        return scan;
    }

    /// The sequence of the last good frame; one less than the segment's first where there is none.
    long lastSequence() {
        return lastSequence;
    }

    long lastTimeMs() {
        return lastTimeMs;
    }

    /// Behind the last good frame.
    int end() {
        return end;
    }

    /// What is before the frames, as bytes.
    ByteBuffer header() {
        return bytes.slice(0, Segment.FRAMES_AT);
    }

    /// The good frames that no later frame proves to be durable, as bytes, and where they begin.
    ByteBuffer unproven() {
        return bytes.slice(unprovenFrom, end - unprovenFrom);
    }

    int unprovenFrom() {
        return unprovenFrom;
    }

    /// How many bytes behind the end may hold what is left of frames that do not count.
    int bytesToZero() {
        int unflushed = Math.min(bytes.limit() - end,
                ShardLog.MAX_STAGED_BYTES + Frames.bytes(ShardLog.MAX_BODY_BYTES));
        int last = bytes.limit();
        while (last > end + unflushed && bytes.get(last - 1) == 0) {
            last--;
        }
        return last - end;
    }

    private void readFrames(Consumer<Frame> visitor) {
        for (var next = nextFrame(); next.isPresent(); next = nextFrame()) {
            var frame = next.get();
            visitor.accept(frame);
            lastSequence = frame.sequence();
            lastTimeMs = frame.timeMs();
            end = Math.toIntExact(frame.location().end());
            if (frame.durableUpTo() > provenUpTo) {
                provenUpTo = frame.durableUpTo();
                unprovenFrom = provenEnd();
            }
        }
    }

    private Optional<Frame> nextFrame() {
        return Frames.parse(bytes, end, segment.id()).filter(frame -> frame.sequence() == lastSequence + 1);
    }

    /// Where the frame with sequence `provenUpTo` ends. A frame is proven by a later one, so this looks back only over the
    /// frames of one flush.
    private int provenEnd() {
        int offset = unprovenFrom;
        while (true) {
            var frame = Frames.parse(bytes, offset, segment.id());
            if (frame.isEmpty() || frame.get().sequence() > provenUpTo) {
                return offset;
            }
            offset = Math.toIntExact(frame.get().location().end());
        }
    }

    private void checkTail() throws CorruptLogException {
        for (int offset = end + Frames.ALIGNMENT; offset < bytes.limit(); offset += Frames.ALIGNMENT) {
            var later = Frames.parse(bytes, offset, segment.id());
            if (later.isPresent() && later.get().durableUpTo() > lastSequence) {
                throw damage("frame " + (lastSequence + 1) + " is damaged: frame " + later.get().sequence()
                        + " behind it says that the log was durable up to " + later.get().durableUpTo());
            }
        }
    }

    private CorruptLogException damage(String what) {
        return new CorruptLogException(segment.path(), end, what);
    }

    private static ByteBuffer load(Segment segment) throws IOException {
        var bytes = ByteBuffer.allocate(Math.toIntExact(segment.file().size()));
        segment.file().read(bytes, 0);
        return bytes.flip();
    }
}
