package dev.bailiwick.store.spi;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.UUID;

/// SHA-256 over values as bytes: numbers are big-endian, and whatever varies in length comes after its length, so that
/// different values never give the same bytes.
///
/// [#finish] begins anew. An instance belongs to one thread.
final class Sha256 {
    private static final int KEY_BYTES = 48;

    private final MessageDigest digest;
    private final ByteBuffer numbers = ByteBuffer.allocate(KEY_BYTES);

    Sha256() {
        try {
            digest = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    Sha256 u8(int value) {
        digest.update((byte) value);
        return this;
    }

    Sha256 i32(int value) {
        return update(numbers.clear().putInt(value));
    }

    Sha256 i64(long value) {
        return update(numbers.clear().putLong(value));
    }

    Sha256 hash(Hash256 hash) {
        return update(numbers.clear().putLong(hash.a()).putLong(hash.b()).putLong(hash.c()).putLong(hash.d()));
    }

    /// 48 bytes: org, aggregate type, aggregate.
    Sha256 key(AggregateKey key) {
        put(numbers.clear(), key.orgId());
        put(numbers, key.aggregateTypeId());
        put(numbers, key.aggregateId());
        return update(numbers);
    }

    /// The bytes alone.
    Sha256 raw(byte[] bytes) {
        digest.update(bytes);
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
        metadata.entrySet().stream().map(entry -> new byte[][]{utf8(entry.getKey()), utf8(entry.getValue())})
                .sorted((left, right) -> Arrays.compareUnsigned(left[0], right[0]))
                .forEachOrdered(entry -> bytes(entry[0]).bytes(entry[1]));
        return this;
    }

    Hash256 finish() {
        return Hash256.of(digest.digest());
    }

    private Sha256 update(ByteBuffer filled) {
        digest.update(filled.flip());
        return this;
    }

    private static void put(ByteBuffer out, UUID id) {
        out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
