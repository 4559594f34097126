package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/// The keys of the sealed index. They sort as the numbers in them, and each begins with a tag:
///
///     A  partition (2), epoch (4), org (16), type (16), id (16), version (8)        the hash of the last event that is gone
///     C  bucket (8), partition (2), epoch (4), org (16), command id (16)            where a command was executed
///     F  partition (2), epoch (4), sequence (8)                                     where commits are, from this one on
///     H  partition (2), epoch (4), org (16), type (16), id (16)                     an aggregate's head
///     K  org (16), type (16), id (16)                                               an aggregate in listings
///     L  partition (2), epoch (4), org (16), type (16), id (16), version (8)        where events are, from this one on
///     P  nothing, or segment (8)                                                    segments that replaced others
///     W                                                                             how far the index goes
final class IndexKeys {
    static final byte ANCHOR = 'A';
    static final byte COMMAND = 'C';
    static final byte FEED = 'F';
    static final byte HEAD = 'H';
    static final byte CATALOGUE = 'K';
    static final byte LOCATION = 'L';
    static final byte PACKED = 'P';
    static final byte WATERMARK = 'W';

    static final int MAX_BYTES = 63;
    static final int HEAD_BYTES = 55;
    static final int LOCATION_BYTES = 63;
    static final int CATALOGUE_BYTES = 49;

    /// Of the keys of heads and locations; what the filters know of a location.
    static final int STREAM_PREFIX_BYTES = HEAD_BYTES;

    private IndexKeys() {
    }

    static void command(ByteBuffer out, long bucket, int partition, int epoch) {
        out.put(COMMAND).putLong(bucket).putShort((short) partition).putInt(epoch);
    }

    static byte[] command(long bucket, int partition, int epoch, UUID org, UUID id) {
        var out = ByteBuffer.allocate(47);
        command(out, bucket, partition, epoch);
        BodyWriter.uuid(out, org);
        BodyWriter.uuid(out, id);
        return out.array();
    }

    /// The bucket in the key of a command.
    static long bucketOf(byte[] commandKey) {
        return ByteBuffer.wrap(commandKey).getLong(1);
    }

    static void feed(ByteBuffer out, int partition, int epoch, long sequence) {
        out.put(FEED).putShort((short) partition).putInt(epoch).putLong(sequence);
    }

    static byte[] feed(int partition, int epoch, long sequence) {
        var out = ByteBuffer.allocate(15);
        feed(out, partition, epoch, sequence);
        return out.array();
    }

    /// What the keys of an aggregate's head and locations have in common, but for the tag.
    static void stream(ByteBuffer out, byte tag, int partition, int epoch) {
        out.put(tag).putShort((short) partition).putInt(epoch);
    }

    static byte[] head(int partition, int epoch, AggregateKey key) {
        var out = ByteBuffer.allocate(HEAD_BYTES);
        stream(out, HEAD, partition, epoch);
        BodyWriter.key(out, key);
        return out.array();
    }

    static byte[] location(int partition, int epoch, AggregateKey key, long version) {
        return versioned(LOCATION, partition, epoch, key, version);
    }

    static byte[] anchor(int partition, int epoch, AggregateKey key, long version) {
        return versioned(ANCHOR, partition, epoch, key, version);
    }

    static byte[] packed(long segmentId) {
        return ByteBuffer.allocate(9).put(PACKED).putLong(segmentId).array();
    }

    private static byte[] versioned(byte tag, int partition, int epoch, AggregateKey key, long version) {
        var out = ByteBuffer.allocate(LOCATION_BYTES);
        stream(out, tag, partition, epoch);
        BodyWriter.key(out, key);
        return out.putLong(version).array();
    }

    static byte[] catalogue(AggregateKey key) {
        var out = ByteBuffer.allocate(CATALOGUE_BYTES).put(CATALOGUE);
        BodyWriter.key(out, key);
        return out.array();
    }

    /// Whether two keys, one of which is that of an entry about an aggregate, are of the same kind and aggregate.
    static boolean isSameStream(byte[] key, byte[] other) {
        return key.length >= STREAM_PREFIX_BYTES
                && Arrays.equals(key, 0, STREAM_PREFIX_BYTES, other, 0, STREAM_PREFIX_BYTES);
    }

    /// The lowest key behind this one.
    static byte[] behind(byte[] indexKey) {
        return Arrays.copyOf(indexKey, indexKey.length + 1);
    }

    /// The aggregate key in the key of a head or a catalogue entry, whose last 48 bytes it is.
    static AggregateKey aggregateKey(byte[] indexKey) {
        var in = ByteBuffer.wrap(indexKey).position(indexKey.length - 48);
        return new AggregateKey(uuid(in), uuid(in), uuid(in));
    }

    /// The id that begins at a place in a key.
    static UUID uuidAt(byte[] indexKey, int offset) {
        return uuid(ByteBuffer.wrap(indexKey).position(offset));
    }

    private static UUID uuid(ByteBuffer in) {
        return new UUID(in.getLong(), in.getLong());
    }
}
