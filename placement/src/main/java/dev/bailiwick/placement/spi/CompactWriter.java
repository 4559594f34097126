package dev.bailiwick.placement.spi;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;

/// Writes what a [CompactReader] reads. Numbers are big-endian; a *varint* has seven bits a byte, least significant first, and the
/// highest bit of a byte says that another follows.
///
/// For one thread.
public final class CompactWriter {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    public CompactWriter() {
    }

    /// The lowest 8 bits.
    public CompactWriter u8(int value) {
        out.write(value);
        return this;
    }

    /// The lowest 16 bits.
    public CompactWriter u16(int value) {
        return u8(value >>> 8).u8(value);
    }

    public CompactWriter i32(int value) {
        return u16(value >>> 16).u16(value);
    }

    public CompactWriter i64(long value) {
        return i32((int) (value >>> 32)).i32((int) value);
    }

    /// One byte for a number below 128, nine for the largest.
    public CompactWriter varint(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("a varint is 0 or more, not " + value);
        }
        long rest = value;
        while (rest >= 0x80) {
            u8((int) rest | 0x80);
            rest >>>= 7;
        }
        return u8((int) rest);
    }

    /// The bytes alone; the reader must know how many.
    public CompactWriter bytes(byte[] bytes) {
        out.writeBytes(bytes);
        return this;
    }

    /// What was written.
    public byte[] toBytes() {
        return out.toByteArray();
    }

    /// What was written, and the checksum that [CompactReader#checkSeal] wants to see behind it.
    public byte[] toSealedBytes() {
        var content = toBytes();
        return ByteBuffer.allocate(content.length + Seal.BYTES).put(content).putInt(Seal.of(content, content.length))
                .array();
    }
}
