package dev.bailiwick.engine;

import dev.bailiwick.placement.spi.CompactReader;
import java.nio.ByteBuffer;

/// Where a frame is in its log.
record FrameLocation(long segmentId, long offset, int bytes) {
    private static final int BYTES_BITS = 24;

    /// Offset and length in one number, for those who know the segment. Both are multiples of eight.
    long packed() {
        return ((offset / Frames.ALIGNMENT) << BYTES_BITS) | (bytes / Frames.ALIGNMENT);
    }

    static FrameLocation unpack(long segmentId, long packed) {
        return new FrameLocation(segmentId, (packed >>> BYTES_BITS) * Frames.ALIGNMENT,
                (int) (packed & ((1 << BYTES_BITS) - 1)) * Frames.ALIGNMENT);
    }

    /// As entries of the index have it.
    static FrameLocation read(CompactReader in, long segmentId) {
        return new FrameLocation(segmentId, in.varint() * Frames.ALIGNMENT,
                Math.toIntExact(in.varint() * Frames.ALIGNMENT));
    }

    /// What [#read] reads.
    void write(ByteBuffer out) {
        BodyWriter.varint(out, offset / Frames.ALIGNMENT);
        BodyWriter.varint(out, bytes / Frames.ALIGNMENT);
    }

    long end() {
        return offset + bytes;
    }
}
