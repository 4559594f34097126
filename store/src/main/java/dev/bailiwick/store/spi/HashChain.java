package dev.bailiwick.store.spi;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.UUID;

/// The hashes that make history tamper-evident. They cover what was said (key, version, type, metadata, payload) and never
/// where it is kept (shard, epoch, sequence, offset), so a chain survives every move.
///
/// The payload enters through a hash with a random salt. Erasing payload and salt leaves that hash, and so the chain, and nobody
/// can test a guess of the payload against it.
///
/// Reuses one digest; an instance belongs to one thread.
public final class HashChain {
    /// Bytes of the salt that is hashed before a payload.
    public static final int SALT_BYTES = 16;

    private static final int KEY_BYTES = 48;

    private final MessageDigest sha256;
    private final ByteBuffer numbers = ByteBuffer.allocate(Hash256.BYTES + KEY_BYTES + Long.BYTES);

    public HashChain() {
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    /// Where an aggregate's chain begins: the hash of its key.
    public Hash256 genesis(AggregateKey key) {
        putKey(numbers.clear(), key);
        return finish(numbers);
    }

    public Hash256 payload(byte[] salt, byte[] payload) {
        if (salt.length != SALT_BYTES) {
            throw new IllegalArgumentException("a salt has " + SALT_BYTES + " bytes, not " + salt.length);
        }
        sha256.update(salt);
        return Hash256.of(sha256.digest(payload));
    }

    /// The chain after one more event.
    ///
    /// @param payloadHash from [#payload]
    public Hash256 next(Hash256 previous, AggregateKey key, long version, String type,
            SortedMap<String, String> metadata,
            Hash256 payloadHash) {
        putHash(numbers.clear(), previous);
        putKey(numbers, key);
        numbers.putLong(version);
        update(numbers);
        updateText(type.getBytes(StandardCharsets.UTF_8));
        updateMetadata(metadata);
        putHash(numbers.clear(), payloadHash);
        return finish(numbers);
    }

    /// What one aggregate adds to the digest of its partition.
    public Hash256 head(AggregateKey key, long version, Hash256 hash, long firstVersion, AggregateState state) {
        putKey(numbers.clear(), key);
        numbers.putLong(version);
        update(numbers);
        putHash(numbers.clear(), hash);
        numbers.putLong(firstVersion);
        numbers.put(switch (state) {
            case LIVE -> (byte) 0;
            case DELETED_RECREATABLE -> (byte) 1;
            case DELETED -> (byte) 2;
        });
        return finish(numbers);
    }

    /// The count, then keys and values in the order of the keys' UTF-8 bytes, which is not quite that of Java's strings.
    private void updateMetadata(SortedMap<String, String> metadata) {
        updateNumber(metadata.size());
        var entries = new byte[metadata.size()][][];
        int i = 0;
        for (var entry : metadata.entrySet()) {
            entries[i++] = new byte[][]{entry.getKey().getBytes(StandardCharsets.UTF_8),
                    entry.getValue().getBytes(StandardCharsets.UTF_8)};
        }
        Arrays.sort(entries, (left, right) -> Arrays.compareUnsigned(left[0], right[0]));
        for (var entry : entries) {
            updateText(entry[0]);
            updateText(entry[1]);
        }
    }

    private void updateText(byte[] utf8) {
        updateNumber(utf8.length);
        sha256.update(utf8);
    }

    private void updateNumber(int number) {
        numbers.clear().putInt(number);
        update(numbers);
    }

    private void update(ByteBuffer filled) {
        sha256.update(filled.flip());
    }

    private Hash256 finish(ByteBuffer filled) {
        update(filled);
        return Hash256.of(sha256.digest());
    }

    private static void putKey(ByteBuffer out, AggregateKey key) {
        putUuid(out, key.orgId());
        putUuid(out, key.aggregateTypeId());
        putUuid(out, key.aggregateId());
    }

    private static void putUuid(ByteBuffer out, UUID id) {
        out.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    }

    private static void putHash(ByteBuffer out, Hash256 hash) {
        out.putLong(hash.a()).putLong(hash.b()).putLong(hash.c()).putLong(hash.d());
    }
}
