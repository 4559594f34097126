package dev.bailiwick.store.spi;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.UUID;

/// SHA-256 over values as bytes: numbers are big-endian, and whatever varies in length comes after its length, so that
/// different values never give the same bytes.
///
/// The bytes are collected and hashed at once, since a digest that is fed in small pieces spends its time on the pieces.
///
/// [#finish] begins anew. An instance belongs to one thread.
final class Sha256 {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    /// What is longer is hashed in pieces.
    private static final int MAX_COLLECTED = 16 << 10;

    private final MessageDigest digest;
    private final byte[] collected = new byte[MAX_COLLECTED];
    private final byte[] result = new byte[Hash256.BYTES];
    private int count;

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    Sha256 u8(int value) {
        makeRoom(Byte.BYTES);
        collected[count++] = (byte) value;
        return this;
    }

    Sha256 i32(int value) {
        makeRoom(Integer.BYTES);
        INT.set(collected, count, value);
        count += Integer.BYTES;
        return this;
    }

    Sha256 i64(long value) {
        makeRoom(Long.BYTES);
        LONG.set(collected, count, value);
        count += Long.BYTES;
        return this;
    }

    Sha256 hash(Hash256 hash) {
        return i64(hash.a()).i64(hash.b()).i64(hash.c()).i64(hash.d());
    }

    /// 48 bytes: org, aggregate type, aggregate.
    Sha256 key(AggregateKey key) {
        return uuid(key.orgId()).uuid(key.aggregateTypeId()).uuid(key.aggregateId());
    }

    /// The bytes alone.
    Sha256 raw(byte[] bytes) {
        return raw(bytes, 0, bytes.length);
    }

    /// A part of the bytes alone.
    Sha256 raw(byte[] bytes, int from, int length) {
        if (length > MAX_COLLECTED - count) {
            flush();
        }
        if (length > MAX_COLLECTED) {
            digest.update(bytes, from, length);
        } else {
            System.arraycopy(bytes, from, collected, count, length);
            count += length;
        }
        return this;
    }

    /// The bytes alone; reads the buffer to its end.
    Sha256 raw(ByteBuffer bytes) {
        while (bytes.hasRemaining()) {
            makeRoom(1);
            int length = Math.min(bytes.remaining(), MAX_COLLECTED - count);
            bytes.get(collected, count, length);
            count += length;
        }
        return this;
    }

    /// The length, then the bytes.
    Sha256 bytes(byte[] bytes) {
        return i32(bytes.length).raw(bytes);
    }

    /// As UTF-8.
    Sha256 text(String text) {
        return bytes(utf8(text));
    }

    /// The count, then keys and values in the order of the keys' UTF-8 bytes, which is not quite that of Java's strings.
    Sha256 metadata(SortedMap<String, String> metadata) {
        i32(metadata.size());
        if (!metadata.isEmpty()) {
            metadata.entrySet().stream().map(entry -> new byte[][]{utf8(entry.getKey()), utf8(entry.getValue())})
                    .sorted((left, right) -> Arrays.compareUnsigned(left[0], right[0]))
                    .forEachOrdered(entry -> bytes(entry[0]).bytes(entry[1]));
        }
        return this;
    }

    Hash256 finish() {
        flush();
        try {
            digest.digest(result, 0, result.length);
        } catch (DigestException e) {
            throw new IllegalStateException("a hash has " + result.length + " bytes", e);
        }
        return new Hash256((long) LONG.get(result, 0), (long) LONG.get(result, 8), (long) LONG.get(result, 16),
                (long) LONG.get(result, 24));
    }

    private Sha256 uuid(UUID id) {
        return i64(id.getMostSignificantBits()).i64(id.getLeastSignificantBits());
    }

    private void makeRoom(int bytes) {
        if (count + bytes > MAX_COLLECTED) {
            flush();
        }
    }

    private void flush() {
        digest.update(collected, 0, count);
        count = 0;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
