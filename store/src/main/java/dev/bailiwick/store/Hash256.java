package dev.bailiwick.store;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.UUID;

/// 256 bits: a SHA-256 hash, or a sum of such hashes modulo 2^256. The first part is the most significant.
public record Hash256(long a, long b, long c, long d) {
    public static final int BYTES = 32;
    public static final Hash256 ZERO = new Hash256(0, 0, 0, 0);

    /// Reads 32 bytes.
    public static Hash256 of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("a hash has " + BYTES + " bytes, not " + bytes.length);
        }
        return read(ByteBuffer.wrap(bytes));
    }

    /// Reads the next 32 bytes of a big-endian buffer.
    public static Hash256 read(ByteBuffer in) {
        return new Hash256(in.getLong(), in.getLong(), in.getLong(), in.getLong());
    }

    public byte[] toBytes() {
        return ByteBuffer.allocate(BYTES).putLong(a).putLong(b).putLong(c).putLong(d).array();
    }

    /// Modulo 2^256.
    public Hash256 plus(Hash256 other) {
        long sumD = d + other.d;
        long carryD = carry(sumD, d);
        long sumC = c + other.c;
        long carryC = carry(sumC, c) | carry(sumC + carryD, sumC);
        long sumB = b + other.b;
        long carryB = carry(sumB, b) | carry(sumB + carryC, sumB);
        return new Hash256(a + other.a + carryB, sumB + carryC, sumC + carryD, sumD);
    }

    /// Modulo 2^256.
    public Hash256 minus(Hash256 other) {
        return plus(new Hash256(~other.a, ~other.b, ~other.c, ~other.d)).plus(new Hash256(0, 0, 0, 1));
    }

    /// The first 128 bits as a version-8 UUID: six of them give way to the version and the variant.
    public UUID toUuid() {
        return new UUID((a & ~0xF000L) | 0x8000L, (b & 0x3FFF_FFFF_FFFF_FFFFL) | 0x8000_0000_0000_0000L);
    }

    @Override
    public String toString() {
        return HexFormat.of().formatHex(toBytes());
    }

    private static long carry(long sum, long addend) {
        return Long.compareUnsigned(sum, addend) < 0 ? 1 : 0;
    }
}
