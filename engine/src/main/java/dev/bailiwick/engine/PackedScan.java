package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Reads a segment whose frames are not in the order of the log, and gives them in that order. Everything up to the footer was
/// flushed before the segment counted, so every gap is damage.
final class PackedScan {
    private PackedScan() {
    }

    /// Frames that hold several reclaimed commits are given once for each, as if it were the only one.
    ///
    /// @param footer where the last frame is
    static void visit(Segment segment, FrameLocation footer, ShardLog.Visitor visitor) throws IOException {
        var bytes = ByteBuffer.allocate(Math.toIntExact(footer.end()));
        segment.file().read(bytes, 0);
        bytes.flip();
        var found = new ArrayList<Found>();
        for (int offset = Segment.FRAMES_AT; offset < footer.end();) {
            int at = offset;
            var frame = Frames.parse(bytes, offset, segment.id()).orElseThrow(
                    () -> new CorruptLogException(segment.path(), at, "a frame of a finished segment is damaged"));
            if (visitor.read(frame) instanceof Decision.Reclaimed reclaimed) {
                for (int i = 0; i < reclaimed.commits().size(); i++) {
                    found.add(new Found(reclaimed.commits().get(i).sequence(), offset, i));
                }
            } else {
                found.add(new Found(frame.sequence(), offset, 0));
            }
            offset = Math.toIntExact(frame.location().end());
        }
        found.sort(Comparator.comparingLong(Found::sequence));
        for (var each : found) {
            var frame = Frames.parse(bytes, each.offset(), segment.id()).orElseThrow();
            var decision = visitor.read(frame);
            visitor.visit(frame, decision instanceof Decision.Reclaimed reclaimed
                    ? new Decision.Reclaimed(List.of(reclaimed.commits().get(each.commit())))
                    : decision);
        }
    }

    /// @param commit which of a frame of reclaimed ones
    private record Found(long sequence, int offset, int commit) {}
}
