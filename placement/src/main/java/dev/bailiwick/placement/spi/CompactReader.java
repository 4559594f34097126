package dev.bailiwick.placement.spi;

import java.nio.ByteBuffer;

/// Reads what a [CompactWriter] wrote. Whatever the bytes are, a method returns a value or throws [MalformedBytesException], and
/// takes no more memory than they do.
///
/// For one thread.
public final class CompactReader {
    private static final int MAX_VARINT_BYTES = 9;

    private final byte[] bytes;
    private final ByteBuffer in;

    private CompactReader(byte[] bytes) {
        this.bytes = bytes;
        this.in = ByteBuffer.wrap(bytes);
    }

    /// Reads these bytes, which must not change meanwhile.
    public static CompactReader of(byte[] bytes) {
        return new CompactReader(bytes);
    }

    /// Checks the last bytes as the checksum of everything before them, wherever the reading has got to, and takes them out of
    /// what remains. Call it once.
    ///
    /// @throws MalformedBytesException if the checksum does not match
    public CompactReader checkSeal() {
        need(Seal.BYTES);
        int end = bytes.length - Seal.BYTES;
        if (in.getInt(end) != Seal.of(bytes, end)) {
            throw new MalformedBytesException("its checksum does not match");
        }
        in.limit(end);
        return this;
    }

    public int u8() {
        need(Byte.BYTES);
        return Byte.toUnsignedInt(in.get());
    }

    public int u16() {
        need(Short.BYTES);
        return Short.toUnsignedInt(in.getShort());
    }

    public int i32() {
        need(Integer.BYTES);
        return in.getInt();
    }

    public long i64() {
        need(Long.BYTES);
        return in.getLong();
    }

    /// A number from 0 to `Long.MAX_VALUE`.
    public long varint() {
        long value = 0;
        for (int i = 0; i < MAX_VARINT_BYTES; i++) {
            int next = u8();
            value |= (next & 0x7FL) << (7 * i);
            if (next < 0x80) {
                return value;
            }
        }
        throw new MalformedBytesException("it has a number that is too long");
    }

    /// The next `count` bytes.
    public byte[] bytes(int count) {
        need(count);
        var read = new byte[count];
        in.get(read);
        return read;
    }

    /// How many bytes were not read yet.
    public int remaining() {
        return in.remaining();
    }

    /// Checks that everything was read.
    public void checkEnd() {
        if (in.hasRemaining()) {
            throw new MalformedBytesException("it has " + in.remaining() + " bytes too many");
        }
    }

    private void need(int count) {
        if (in.remaining() < count) {
            throw new MalformedBytesException("it ends too early");
        }
    }
}
