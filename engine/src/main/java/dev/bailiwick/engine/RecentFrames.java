package dev.bailiwick.engine;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Collection;

/// The end of the segment that is being written, in memory, for whoever reads what was just written: subscriptions that follow, and callers
/// who come back to an aggregate. The machine does not keep it for them, since the log is written past its memory.
///
/// The shard's thread adds, anybody reads. A reader looks twice whether what it copies is there, before and after: if it was overwritten
/// meanwhile, it reads the file.
final class RecentFrames {
    private final byte[] ring;
    private volatile Range range = new Range(0, 0, 0);
    private volatile long retired;

    /// @param bytes how much of the segment is kept
    RecentFrames(int bytes) {
        this.ring = new byte[bytes];
    }

    /// Which part of a segment is here.
    private record Range(long segmentId, long from, long to) {
        boolean has(FrameLocation location) {
            return location.segmentId() == segmentId && location.offset() >= from && location.end() <= to;
        }
    }

    /// Adds frames behind those that were added last, or begins with them where they are of another segment. Empties the buffer.
    void add(long segmentId, long offset, ByteBuffer frames) {
        long end = offset + frames.remaining();
        var before = range;
        boolean follows = before.segmentId == segmentId && before.to == offset;
        long from = Math.max(follows ? before.from : offset, end - ring.length);
        // Nobody may take what is overwritten next for what it was; not even a reader that is in the middle of it.
        range = new Range(segmentId, from, follows ? Math.max(offset, from) : from);
        VarHandle.fullFence();
        long at = Math.max(offset, from);
        frames.position(frames.position() + (int) (at - offset));
        while (frames.hasRemaining()) {
            int index = (int) (at % ring.length);
            int bytes = Math.min(frames.remaining(), ring.length - index);
            frames.get(ring, index, bytes);
            at += bytes;
        }
        range = new Range(segmentId, from, end);
    }

    /// Gives nothing more of these segments, which are finished. Anybody may call it.
    void retire(Collection<Long> segmentIds) {
        // If another is here by now, none of these comes back.
        long here = range.segmentId;
        if (segmentIds.contains(here)) {
            retired = here;
        }
    }

    /// Fills the buffer with a frame, if it is here; else leaves it as it was.
    boolean read(FrameLocation location, ByteBuffer into) {
        if (!range.has(location) || location.segmentId() == retired) {
            return false;
        }
        int begin = into.position();
        int index = (int) (location.offset() % ring.length);
        int bytes = Math.min(into.remaining(), ring.length - index);
        into.put(ring, index, bytes);
        into.put(ring, 0, into.remaining());
        VarHandle.loadLoadFence();
        if (range.has(location)) {
            return true;
        }
        into.position(begin);
        return false;
    }
}
