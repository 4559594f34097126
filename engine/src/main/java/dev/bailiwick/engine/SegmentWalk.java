package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/// Goes through the frames of a segment that may be damaged, or be written at this moment, and reads on behind whatever is no frame. What
/// [SegmentScan] refuses is shown here as far as it can be.
///
/// The file is read as a whole, not mapped: it is cut off behind its last frame when it is finished, which may happen meanwhile. Belongs to
/// one thread.
final class SegmentWalk implements AutoCloseable {
    private final ByteBuffer bytes;
    private final long segmentId;
    private final boolean finished;

    private SegmentWalk(ByteBuffer bytes, long segmentId, boolean finished) {
        this.bytes = bytes;
        this.segmentId = segmentId;
        this.finished = finished;
    }

    /// Opens a segment.
    ///
    /// @param finished whether everything in it counts. If not, a frame that does not follow the one before is a remainder of something that
    ///        was never finished, which only the sequence tells
    static SegmentWalk open(Path segment, long segmentId, boolean finished) throws IOException {
        try (var channel = FileChannel.open(segment, StandardOpenOption.READ)) {
            if (channel.size() > EngineOptions.MAX_SEGMENT_BYTES) {
                throw new CorruptLogException(segment, 0, "a segment of " + channel.size() + " bytes cannot be");
            }
            var bytes = ByteBuffer.allocate((int) channel.size());
            while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
                // until its end, which may come earlier if it is finished meanwhile
            }
            return new SegmentWalk(bytes.flip(), segmentId, finished);
        }
    }

    /// What is met on the way.
    interface Visitor {
        /// A frame, which is only there until the walk goes on.
        ///
        /// @return whether to go on
        boolean frame(Frame frame);

        /// Something that is no frame, with frames behind it.
        void gap(long offset, long end);
    }

    long fileBytes() {
        return bytes.limit();
    }

    /// Walks to the end, or as far as the visitor likes.
    ///
    /// @return where the walk ended: behind the last frame that was visited
    long walk(long from, Visitor visitor) {
        int offset = Math.toIntExact(Math.max(from, Segment.FRAMES_AT));
        long lastSequence = 0;
        while (true) {
            var next = frameAt(offset, lastSequence);
            if (next.isEmpty()) {
                next = nextBehind(offset, lastSequence);
                if (next.isEmpty()) {
                    return offset;
                }
                visitor.gap(offset, next.get().location().offset());
            }
            var frame = next.get();
            lastSequence = frame.sequence();
            offset = Math.toIntExact(frame.location().end());
            if (!visitor.frame(frame)) {
                return offset;
            }
        }
    }

    /// The frame that begins here, if one does.
    Optional<Frame> frame(long offset) {
        return offset > bytes.limit() ? Optional.empty() : Frames.parse(bytes, Math.toIntExact(offset), segmentId);
    }

    @Override
    public void close() {
        // nothing is held open
    }

    /// The first frame of a walk may have any sequence.
    private Optional<Frame> frameAt(int offset, long lastSequence) {
        return frame(offset).filter(frame -> finished || lastSequence == 0 || frame.sequence() == lastSequence + 1);
    }

    private Optional<Frame> nextBehind(int offset, long lastSequence) {
        for (int at = offset + Frames.ALIGNMENT; at < bytes.limit() - Frames.HEADER_BYTES; at += Frames.ALIGNMENT) {
            var frame = Frames.parse(bytes, at, segmentId);
            if (frame.isPresent() && (finished || frame.get().sequence() > lastSequence)) {
                return frame;
            }
        }
        return Optional.empty();
    }
}
