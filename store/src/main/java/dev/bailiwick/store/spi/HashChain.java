package dev.bailiwick.store.spi;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SortedMap;

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

    private final Sha256 sha256 = new Sha256();

    public HashChain() {
    }

    /// Where an aggregate's chain begins: the hash of its key.
    public Hash256 genesis(AggregateKey key) {
        return sha256.key(key).finish();
    }

    public Hash256 payload(byte[] salt, byte[] payload) {
        if (salt.length != SALT_BYTES) {
            throw new IllegalArgumentException("a salt has " + SALT_BYTES + " bytes, not " + salt.length);
        }
        return sha256.raw(salt).raw(payload).finish();
    }

    /// The same for a salt and a payload that are part of an array, one behind the other.
    public Hash256 payload(byte[] salted, int from, int length) {
        return sha256.raw(salted, from, length).finish();
    }

    /// The chain after one more event.
    ///
    /// @param payloadHash from [#payload]
    public Hash256 next(Hash256 previous, AggregateKey key, long version, String type,
            SortedMap<String, String> metadata, Hash256 payloadHash) {
        return sha256.hash(previous).key(key).i64(version).text(type).metadata(metadata).hash(payloadHash).finish();
    }

    /// The chain after one more event, of which all but its place in the chain was written by [#putContent].
    public Hash256 next(Hash256 previous, AggregateKey key, long version, byte[] content, int from, int length) {
        return sha256.hash(previous).key(key).i64(version).raw(content, from, length).finish();
    }

    /// Writes what is hashed of an event besides its place in the chain. It takes at most 44 bytes and 8 for each metadata entry
    /// more than type and metadata do.
    public static void putContent(ByteBuffer out, String type, SortedMap<String, String> metadata,
            Hash256 payloadHash) {
        put(out, utf8(type));
        out.putInt(metadata.size());
        if (!metadata.isEmpty()) {
            metadata.entrySet().stream().map(entry -> new byte[][]{utf8(entry.getKey()), utf8(entry.getValue())})
                    .sorted((left, right) -> Arrays.compareUnsigned(left[0], right[0])).forEachOrdered(entry -> {
                        put(out, entry[0]);
                        put(out, entry[1]);
                    });
        }
        out.putLong(payloadHash.a()).putLong(payloadHash.b()).putLong(payloadHash.c()).putLong(payloadHash.d());
    }

    /// What one aggregate adds to the digest of its partition.
    public Hash256 head(AggregateKey key, long version, Hash256 hash, long firstVersion, AggregateState state) {
        return sha256.key(key).i64(version).hash(hash).i64(firstVersion).u8(switch (state) {
            case LIVE -> 0;
            case DELETED_RECREATABLE -> 1;
            case DELETED -> 2;
        }).finish();
    }

    private static void put(ByteBuffer out, byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
