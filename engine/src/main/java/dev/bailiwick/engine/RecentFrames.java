package dev.bailiwick.engine;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The end of the log in memory, over as many segments as it reaches, for whoever reads what was just written: subscriptions that follow, and
/// callers who come back to an aggregate. The machine does not keep it for them, since the log is written past its memory. That a new segment
/// is begun must not change what is here, or everybody who reads what is new goes to the disk at the same moment.
///
/// The shard's thread adds, anybody reads. A reader looks twice whether what it copies is there, before and after: if it was overwritten
/// meanwhile, it reads the file.
final class RecentFrames {
    private final byte[] ring;
    private volatile Kept kept = new Kept(List.of(), 0, 0);
    private volatile Set<Long> retired = Set.of();

    /// @param bytes how much of the log is kept
    RecentFrames(int bytes) {
        this.ring = new byte[bytes];
    }

    /// Frames of one segment that follow each other.
    ///
    /// @param offset of the first of them in the file
    /// @param begin how many bytes were added before it
    private record Run(long segmentId, long offset, long begin) {
        long positionOf(long otherOffset) {
            return begin + otherOffset - offset;
        }
    }

    /// What is here: of all that was ever added, what is between two positions.
    ///
    /// @param runs oldest first; the first may have lost its beginning
    private record Kept(List<Run> runs, long from, long to) {
        /// Where a frame is; negative if it is not.
        long positionOf(FrameLocation location) {
            long end = to;
            for (int i = runs.size() - 1; i >= 0; i--) {
                var run = runs.get(i);
                if (run.segmentId == location.segmentId() && location.offset() >= run.offset) {
                    long position = run.positionOf(location.offset());
                    return position >= from && position + location.bytes() <= end ? position : -1;
                }
                end = run.begin;
            }
            return -1;
        }

        /// Whether what is added now belongs to the newest run.
        boolean goesOnWith(long segmentId, long offset) {
            return !runs.isEmpty() && runs.getLast().segmentId == segmentId
                    && runs.getLast().positionOf(offset) == to;
        }

        /// The runs of which something is here if it begins there.
        List<Run> runsFrom(long begin) {
            int gone = 0;
            while (gone + 1 < runs.size() && runs.get(gone + 1).begin <= begin) {
                gone++;
            }
            return gone == 0 ? runs : List.copyOf(runs.subList(gone, runs.size()));
        }

        Set<Long> segmentIds() {
            return runs.stream().map(Run::segmentId).collect(Collectors.toSet());
        }
    }

    /// Adds frames behind those that were added last. Empties the buffer.
    void add(long segmentId, long offset, ByteBuffer frames) {
        var before = kept;
        long to = before.to + frames.remaining();
        long from = Math.max(before.from, to - ring.length);
        var runs = before.runsFrom(from);
        if (!before.goesOnWith(segmentId, offset)) {
            runs = Stream.concat(runs.stream(), Stream.of(new Run(segmentId, offset, before.to))).toList();
        }
        // Nobody may take what is overwritten next for what it was; not even a reader that is in the middle of it.
        kept = new Kept(runs, from, Math.max(before.to, from));
        VarHandle.fullFence();
        long at = Math.max(before.to, from);
        frames.position(frames.position() + (int) (at - before.to));
        while (frames.hasRemaining()) {
            int index = (int) (at % ring.length);
            int bytes = Math.min(frames.remaining(), ring.length - index);
            frames.get(ring, index, bytes);
            at += bytes;
        }
        kept = new Kept(runs, from, to);
    }

    /// Gives nothing more of these segments, which are finished. Anybody may call it.
    synchronized void retire(Collection<Long> segmentIds) {
        // What is not here does not come, since it is finished; and what was here and is gone does not come back.
        var here = kept.segmentIds();
        var all = new HashSet<>(retired);
        all.addAll(segmentIds);
        all.retainAll(here);
        retired = Set.copyOf(all);
    }

    /// Fills the buffer with a frame, if it is here; else leaves it as it was.
    boolean read(FrameLocation location, ByteBuffer into) {
        long position = kept.positionOf(location);
        if (position < 0 || isRetired(location.segmentId())) {
            return false;
        }
        int begin = into.position();
        int index = (int) (position % ring.length);
        int bytes = Math.min(into.remaining(), ring.length - index);
        into.put(ring, index, bytes);
        into.put(ring, 0, into.remaining());
        VarHandle.loadLoadFence();
        if (kept.from <= position) {
            return true;
        }
        into.position(begin);
        return false;
    }

    private boolean isRetired(long segmentId) {
        var some = retired;
        return !some.isEmpty() && some.contains(segmentId);
    }
}
