package dev.bailiwick.placement;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/// The bytes of a [PartitionMap]. All numbers are big-endian; a *varint* has seven bits a byte, least significant first.
///
///     0   4  magic "BWPM"
///     4   2  format version, 1
///     6   4  length of the body
///     10  n  body: epoch varint, group u8, shardCount u8, partitionCount varint, changed varint,
///                  then for each partition that ever changed owner, ascending:
///                  distance to the one before varint, owner u16 (group << 6 | member), epoch of the change varint
///     ..  4  CRC32C of everything before it
///
/// Every later format keeps the envelope (magic, version, length, checksum), so that damage can be told from a newer format.
/// Partitions that never moved are not stored: they follow from the shard count.
final class PartitionMapFormat {
    private static final int MAGIC = 0x4257504D;
    private static final short VERSION = 1;
    private static final int HEADER_BYTES = 10;
    private static final int CHECKSUM_BYTES = 4;
    private static final String CONTENT = "its checksum matches but its content does not: ";

    private PartitionMapFormat() {
    }

    static byte[] write(PartitionMap map) {
        var body = body(map);
        var out = ByteBuffer.allocate(HEADER_BYTES + body.length + CHECKSUM_BYTES);
        out.putInt(MAGIC).putShort(VERSION).putInt(body.length).put(body);
        return out.putInt(checksum(out.array(), HEADER_BYTES + body.length)).array();
    }

    static PartitionMap read(byte[] bytes) {
        if (bytes.length < HEADER_BYTES + CHECKSUM_BYTES) {
            throw damaged("it has only " + bytes.length + " bytes");
        }
        var in = ByteBuffer.wrap(bytes);
        if (in.getInt() != MAGIC) {
            throw new UnreadablePartitionMapException("this is not a partition map: it does not begin with BWPM");
        }
        int version = Short.toUnsignedInt(in.getShort());
        int end = HEADER_BYTES + in.getInt();
        if (end != bytes.length - CHECKSUM_BYTES) {
            throw damaged("its length field does not fit its " + bytes.length + " bytes");
        }
        if (in.getInt(end) != checksum(bytes, end)) {
            throw damaged("its checksum does not match");
        }
        if (version > VERSION) {
            throw new UnreadablePartitionMapException(
                    "the partition map has format " + version + " and this version reads up to "
                            + VERSION + ": open it with a newer version");
        }
        if (version != VERSION) {
            throw damaged("there is no format " + version);
        }
        try {
            return readBody(in.limit(end));
        } catch (BufferUnderflowException e) {
            throw damaged(CONTENT + "it ends too early");
        } catch (IllegalArgumentException e) {
            throw damaged(CONTENT + e.getMessage());
        }
    }

    private static byte[] body(PartitionMap map) {
        var out = new ByteArrayOutputStream();
        int changed = 0;
        var changes = new ByteArrayOutputStream();
        int before = 0;
        for (int partition = 0; partition < map.partitionCount(); partition++) {
            if (map.changedIn(partition) != PartitionMap.FIRST_EPOCH) {
                putVarint(changes, partition - before);
                changes.write(map.shardOf(partition).bits() >>> 8);
                changes.write(map.shardOf(partition).bits());
                putVarint(changes, map.changedIn(partition));
                before = partition;
                changed++;
            }
        }
        putVarint(out, map.epoch());
        out.write(map.initialGroup());
        out.write(map.initialShardCount());
        putVarint(out, map.partitionCount());
        putVarint(out, changed);
        out.writeBytes(changes.toByteArray());
        return out.toByteArray();
    }

    private static PartitionMap readBody(ByteBuffer in) {
        long epoch = varint(in);
        int group = Byte.toUnsignedInt(in.get());
        int shardCount = Byte.toUnsignedInt(in.get());
        var first = PartitionMap.initial(group, shardCount, partitionCount(in));
        var owners = new ShardIdentifier[first.partitionCount()];
        var changedIn = new long[owners.length];
        for (int partition = 0; partition < owners.length; partition++) {
            owners[partition] = first.shardOf(partition);
            changedIn[partition] = first.changedIn(partition);
        }
        long latest = readChanges(in, epoch, owners, changedIn);
        check(latest == epoch, "it is of epoch " + epoch + " and last changed in epoch " + latest);
        check(!in.hasRemaining(), "it has " + in.remaining() + " bytes too many");
        return new PartitionMap(epoch, group, shardCount, owners, changedIn);
    }

    /// @return the epoch of the latest change; every epoch but the first comes from a move, so it is the map's own
    private static long readChanges(ByteBuffer in, long epoch, ShardIdentifier[] owners, long[] changedIn) {
        long latest = PartitionMap.FIRST_EPOCH;
        long changed = varint(in);
        int partition = 0;
        for (long i = 0; i < changed; i++) {
            long distance = varint(in);
            check(distance < owners.length - partition, "it names a partition beyond the last");
            check(distance > 0 || i == 0, "it names partition " + partition + " twice");
            partition += (int) distance;
            int bits = Short.toUnsignedInt(in.getShort());
            owners[partition] = ShardIdentifier.of(bits >>> ShardIdentifier.MEMBER_BITS,
                    bits & ShardIdentifier.MAX_MEMBER);
            long change = varint(in);
            check(change > PartitionMap.FIRST_EPOCH && change <= epoch,
                    "partition " + partition + " changed in epoch " + change + " of " + epoch);
            changedIn[partition] = change;
            latest = Math.max(latest, change);
        }
        return latest;
    }

    private static int partitionCount(ByteBuffer in) {
        long count = varint(in);
        check(count <= PartitionMap.MAX_PARTITIONS, "it has " + count + " partitions");
        return (int) count;
    }

    private static void putVarint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while (rest >>> 7 != 0) {
            out.write((int) (rest | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }

    private static long varint(ByteBuffer in) {
        long value = 0;
        for (int shift = 0; shift < 63; shift += 7) {
            byte next = in.get();
            value |= (next & 0x7FL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number is too long");
    }

    private static int checksum(byte[] bytes, int length) {
        var crc = new CRC32C();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    private static void check(boolean sound, String otherwise) {
        if (!sound) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    private static UnreadablePartitionMapException damaged(String how) {
        return new UnreadablePartitionMapException("the partition map is damaged: " + how);
    }
}
