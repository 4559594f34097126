package dev.bailiwick.engine;

import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The bytes of a frame. Numbers are big-endian; a frame begins at a multiple of eight and is padded with zeros to one.
///
///     0   4  length of the frame, padding included
///     4   4  CRC32C of everything else in the frame, the length included
///     8   1  format, 1
///     9   1  kind, for whoever reads the body
///     10  2  zero
///     12  4  length of the body
///     16  8  segment id
///     24  8  log sequence
///     32  4  how many frames before this one were not known to be durable: sequence - 1 - durable up to
///     36  4  term
///     40  8  log time, ms since 1970
///     48  n  body
///     ..     zeros up to a multiple of eight
///
/// The segment id is in every frame and segment ids are never used twice. So what a file may still hold of a former
/// life never parses.
final class Frames {
    static final int HEADER_BYTES = 48;
    static final int ALIGNMENT = 8;

    private static final byte FORMAT = 1;
    private static final int CHECKSUM_AT = 4;
    private static final int CHECKED_FROM = 8;
    private static final int SEGMENT_AT = 16;

    private Frames() {
    }

    /// The length of a frame with a body of this length.
    static int bytes(int bodyBytes) {
        return Math.addExact(HEADER_BYTES + ALIGNMENT - 1, bodyBytes) & -ALIGNMENT;
    }

    /// What a frame says of itself besides its body.
    record Header(byte kind, long segmentId, long sequence, long durableUpTo, int term, long timeMs) {}

    /// Makes a frame of the header and of a body that was written [#HEADER_BYTES] behind `start` and ends at the buffer's
    /// position, which moves to the end of the frame. Returns the frame's length.
    static int finish(ByteBuffer out, int start, Header header) {
        int bodyBytes = out.position() - start - HEADER_BYTES;
        int end = start + bytes(bodyBytes);
        while (out.position() < end) {
            out.put((byte) 0);
        }
        out.position(start);
        out.putInt(end - start).putInt(0).put(FORMAT).put(header.kind()).putShort((short) 0).putInt(bodyBytes);
        out.putLong(header.segmentId()).putLong(header.sequence())
                .putInt(Math.toIntExact(header.sequence() - 1 - header.durableUpTo()))
                .putInt(header.term()).putLong(header.timeMs());
        out.position(end);
        out.putInt(start + CHECKSUM_AT, checksum(out, start, end));
        return end - start;
    }

    /// The frame that begins at `offset` of a segment's bytes, if there is a whole one of this segment.
    static Optional<Frame> parse(ByteBuffer segment, int offset, long segmentId) {
        if (offset + HEADER_BYTES > segment.limit() || segment.getLong(offset + SEGMENT_AT) != segmentId) {
            return Optional.empty();
        }
        int bytes = segment.getInt(offset);
        int bodyBytes = segment.getInt(offset + 12);
        boolean fits = bodyBytes >= 0 && bodyBytes <= segment.limit() - offset - HEADER_BYTES
                && bytes == bytes(bodyBytes)
                && bytes <= segment.limit() - offset && segment.get(offset + 8) == FORMAT;
        if (!fits || segment.getInt(offset + CHECKSUM_AT) != checksum(segment, offset, offset + bytes)) {
            return Optional.empty();
        }
        long sequence = segment.getLong(offset + 24);
        return Optional.of(new Frame(new FrameLocation(segmentId, offset, bytes), segment.getInt(offset + CHECKSUM_AT),
                segment.get(offset + 9), sequence, sequence - 1 - segment.getInt(offset + 32),
                segment.getInt(offset + 36), segment.getLong(offset + 40),
                segment.slice(offset + HEADER_BYTES, bodyBytes).asReadOnlyBuffer()));
    }

    private static int checksum(ByteBuffer buffer, int start, int end) {
        var crc = new CRC32C();
        int position = buffer.position();
        int limit = buffer.limit();
        crc.update(buffer.limit(start + CHECKSUM_AT).position(start));
        crc.update(buffer.limit(end).position(start + CHECKED_FROM));
        buffer.limit(limit).position(position);
        return (int) crc.getValue();
    }
}
