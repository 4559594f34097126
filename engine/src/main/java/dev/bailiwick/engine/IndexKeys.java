package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;

/// The keys of the sealed index. They sort as the numbers in them, and each begins with a tag:
///
///     A  partition (2), epoch (4), org (16), type (16), id (16), kind (1)           about an aggregate: its head
///     A  partition (2), epoch (4), org (16), type (16), id (16), kind (1), version (8)
///                                                                                   the hash of the last event that is gone;
///                                                                                   where events are, from this one on
///     C  bucket (8), partition (2), epoch (4), org (16), command id (16)            where a command was executed
///     F  partition (2), epoch (4), sequence (8)                                     where commits are, from this one on
///     K  org (16), type (16), id (16)                                               an aggregate in listings
///     P  nothing, or segment (8)                                                    segments that replaced others
///     W                                                                             how far the index goes
///
/// What there is about an aggregate lies together: whoever has read its head from the disk has where its events are too, and one entry
/// in a filter does for all of it.
final class IndexKeys {
    static final byte AGGREGATE = 'A';
    static final byte COMMAND = 'C';
    static final byte FEED = 'F';
    static final byte CATALOGUE = 'K';
    static final byte PACKED = 'P';
    static final byte WATERMARK = 'W';

    /// Kinds of entries about an aggregate; no tag is one of these.
    static final byte ANCHOR = 1;
    static final byte HEAD = 2;
    static final byte LOCATION = 3;

    static final int MAX_BYTES = 64;
    static final int CATALOGUE_BYTES = 49;

    /// What the keys of all entries about an aggregate have in common, and all that the filters know of them.
    static final int STREAM_PREFIX_BYTES = 55;

    private static final int KIND_AT = STREAM_PREFIX_BYTES;
    private static final int HEAD_BYTES = KIND_AT + 1;
    private static final int VERSION_AT = HEAD_BYTES;
    private static final int VERSIONED_BYTES = VERSION_AT + Long.BYTES;

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

    /// The beginning of a key about an aggregate, up to the aggregate's own.
    static void stream(ByteBuffer out, int partition, int epoch) {
        out.put(AGGREGATE).putShort((short) partition).putInt(epoch);
    }

    static byte[] head(int partition, int epoch, AggregateKey key) {
        return stream(HEAD_BYTES, HEAD, partition, epoch, key).array();
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

    private static byte[] versioned(byte kind, int partition, int epoch, AggregateKey key, long version) {
        return stream(VERSIONED_BYTES, kind, partition, epoch, key).putLong(version).array();
    }

    private static ByteBuffer stream(int bytes, byte kind, int partition, int epoch, AggregateKey key) {
        var out = ByteBuffer.allocate(bytes);
        stream(out, partition, epoch);
        BodyWriter.key(out, key);
        return out.put(kind);
    }

    /// The kind of an entry about an aggregate, the tag of any other.
    static byte kindOf(byte[] indexKey) {
        return indexKey[0] == AGGREGATE ? indexKey[KIND_AT] : indexKey[0];
    }

    /// The tag of entries that are of a kind, or have that tag.
    static byte tagOf(byte kind) {
        return kind <= LOCATION ? AGGREGATE : kind;
    }

    /// What the key of an anchor or a location has before its version.
    static byte[] withoutVersion(byte[] indexKey) {
        return Arrays.copyOf(indexKey, VERSION_AT);
    }

    /// The version in the key of an anchor or a location.
    static long versionOf(byte[] indexKey) {
        return ByteBuffer.wrap(indexKey).getLong(VERSION_AT);
    }

    static byte[] catalogue(AggregateKey key) {
        var out = ByteBuffer.allocate(CATALOGUE_BYTES).put(CATALOGUE);
        BodyWriter.key(out, key);
        return out.array();
    }

    /// Whether two keys, one of which is that of an entry about an aggregate, are of the same kind and aggregate.
    static boolean isSameStream(byte[] key, byte[] other) {
        return key.length >= HEAD_BYTES && Arrays.equals(key, 0, HEAD_BYTES, other, 0, HEAD_BYTES);
    }

    /// The lowest key behind this one.
    static byte[] behind(byte[] indexKey) {
        return Arrays.copyOf(indexKey, indexKey.length + 1);
    }

    /// The aggregate key in the key of an entry about an aggregate, or of one of the catalogue.
    static AggregateKey aggregateKey(byte[] indexKey) {
        var in = ByteBuffer.wrap(indexKey).position(indexKey[0] == AGGREGATE ? STREAM_PREFIX_BYTES - 48 : 1);
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
