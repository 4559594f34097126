package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/// Estimates how much of a finished segment could be reclaimed, from the frames at a few places of it. So nothing has to be counted
/// while events are trimmed, and nothing kept. For one thread.
final class ReclaimEstimate {
    private static final int LOOKS = 8;
    private static final int LOOK_BYTES = 64 << 10;

    private final ShardDirectory files;
    private final SealedIndex index;
    private final Rewriting.Effort effort;

    ReclaimEstimate(ShardDirectory files, SealedIndex index, Rewriting.Effort effort) {
        this.files = files;
        this.index = index;
        this.effort = effort;
    }

    /// The part of the bytes that could be reclaimed, 0 to 1.
    double reclaimable(Manifest.Entry entry) throws IOException {
        try (var segment = Segment.open(files.disk(), files.path(), files.identity(), entry)) {
            var frames = new ArrayList<Frame>();
            long end = entry.footerLocation().offset();
            long step = Math.max(LOOK_BYTES, (end - Segment.FRAMES_AT) / LOOKS);
            for (long from = Segment.FRAMES_AT; from < end; from += step) {
                frames.addAll(look(segment, from, Math.min(end, from + LOOK_BYTES)));
            }
            return frames.isEmpty() ? wholly(segment, end) : reclaimable(frames);
        }
    }

    /// Where frames are so long that none was seen.
    private double wholly(Segment segment, long end) throws IOException {
        var frames = new ArrayList<Frame>();
        for (long at = Segment.FRAMES_AT; at < end;) {
            var head = ByteBuffer.allocate(Integer.BYTES);
            segment.file().read(head, at);
            int bytes = head.getInt(0);
            if (bytes < Frames.HEADER_BYTES || at + bytes > end) {
                throw new CorruptLogException(segment.path(), at, "a frame of a finished segment is damaged");
            }
            frames.addAll(look(segment, at, at + bytes));
            at += bytes;
        }
        return frames.isEmpty() ? 0 : reclaimable(frames);
    }

    /// The whole frames between two places, of which the first need not be the beginning of one.
    private List<Frame> look(Segment segment, long from, long to) throws IOException {
        var bytes = ByteBuffer.allocate((int) (to - from));
        segment.file().read(bytes, from);
        bytes.flip();
        effort.spent(bytes.limit());
        var frames = new ArrayList<Frame>();
        for (int offset = 0; offset < bytes.limit();) {
            Optional<Frame> frame = Frames.parse(bytes, offset, segment.id());
            frame.ifPresent(frames::add);
            offset += frame.map(found -> found.location().bytes()).orElse(Frames.ALIGNMENT);
        }
        return frames;
    }

    private double reclaimable(List<Frame> frames) throws IOException {
        var appends = new ArrayList<Decision.Appended>();
        var bytes = new ArrayList<Integer>();
        var keys = new HashSet<AggregateKey>();
        long all = 0;
        for (var frame : frames) {
            all += frame.location().bytes();
            if (Decisions.read(frame) instanceof Decision.Appended appended) {
                appends.add(appended);
                bytes.add(frame.location().bytes());
                appended.streams().forEach(stream -> keys.add(stream.key()));
            }
        }
        var heads = index.heads(keys);
        double reclaimable = 0;
        for (int i = 0; i < appends.size(); i++) {
            long events = 0;
            long dead = 0;
            for (var stream : appends.get(i).streams()) {
                var head = heads.get(stream.key());
                events += stream.events().size();
                dead += head == null
                        ? 0
                        : Math.clamp(head.firstVersion() - stream.firstVersion(), 0, stream.events().size());
            }
            reclaimable += events == 0 ? 0 : (double) dead / events * bytes.get(i);
        }
        return reclaimable / all;
    }
}
