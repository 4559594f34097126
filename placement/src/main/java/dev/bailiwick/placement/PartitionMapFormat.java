package dev.bailiwick.placement;

import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;

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
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 10;
    private static final int CHECKSUM_BYTES = 4;
    private static final String CONTENT = "its checksum matches but its content does not: ";

    private PartitionMapFormat() {
    }

    static byte[] write(PartitionMap map) {
        var body = body(map);
        return new CompactWriter().i32(MAGIC).u16(VERSION).i32(body.length).bytes(body).toSealedBytes();
    }

    static PartitionMap read(byte[] bytes) {
        if (bytes.length < HEADER_BYTES + CHECKSUM_BYTES) {
            throw damaged("it has only " + bytes.length + " bytes");
        }
        var in = CompactReader.of(bytes);
        if (in.i32() != MAGIC) {
            throw new UnreadablePartitionMapException("this is not a partition map: it does not begin with BWPM");
        }
        int version = in.u16();
        if (in.i32() != in.remaining() - CHECKSUM_BYTES) {
            throw damaged("its length field does not fit its " + bytes.length + " bytes");
        }
        try {
            in.checkSeal();
        } catch (MalformedBytesException e) {
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
            return readBody(in);
        } catch (IllegalArgumentException e) {
            throw damaged(CONTENT + e.getMessage());
        }
    }

    private static byte[] body(PartitionMap map) {
        int changed = 0;
        var changes = new CompactWriter();
        int before = 0;
        for (int partition = 0; partition < map.partitionCount(); partition++) {
            if (map.changedIn(partition) != PartitionMap.FIRST_EPOCH) {
                changes.varint(partition - before).u16(map.shardOf(partition).bits()).varint(map.changedIn(partition));
                before = partition;
                changed++;
            }
        }
        return new CompactWriter().varint(map.epoch()).u8(map.initialGroup()).u8(map.initialShardCount())
                .varint(map.partitionCount()).varint(changed).bytes(changes.toBytes()).toBytes();
    }

    private static PartitionMap readBody(CompactReader in) {
        long epoch = in.varint();
        int group = in.u8();
        int shardCount = in.u8();
        var first = PartitionMap.initial(group, shardCount, partitionCount(in));
        var owners = new ShardIdentifier[first.partitionCount()];
        var changedIn = new long[owners.length];
        for (int partition = 0; partition < owners.length; partition++) {
            owners[partition] = first.shardOf(partition);
            changedIn[partition] = first.changedIn(partition);
        }
        long latest = readChanges(in, epoch, owners, changedIn);
        check(latest == epoch, "it is of epoch " + epoch + " and last changed in epoch " + latest);
        in.checkEnd();
        return new PartitionMap(epoch, group, shardCount, owners, changedIn);
    }

    /// @return the epoch of the latest change; every epoch but the first comes from a move, so it is the map's own
    private static long readChanges(CompactReader in, long epoch, ShardIdentifier[] owners, long[] changedIn) {
        long latest = PartitionMap.FIRST_EPOCH;
        long changed = in.varint();
        int partition = 0;
        for (long i = 0; i < changed; i++) {
            long distance = in.varint();
            check(distance < owners.length - partition, "it names a partition beyond the last");
            check(distance > 0 || i == 0, "it names partition " + partition + " twice");
            partition += (int) distance;
            int bits = in.u16();
            owners[partition] = ShardIdentifier.of(bits >>> ShardIdentifier.MEMBER_BITS,
                    bits & ShardIdentifier.MAX_MEMBER);
            long change = in.varint();
            check(change > PartitionMap.FIRST_EPOCH && change <= epoch,
                    "partition " + partition + " changed in epoch " + change + " of " + epoch);
            changedIn[partition] = change;
            latest = Math.max(latest, change);
        }
        return latest;
    }

    private static int partitionCount(CompactReader in) {
        long count = in.varint();
        check(count <= PartitionMap.MAX_PARTITIONS, "it has " + count + " partitions");
        return (int) count;
    }

    private static void check(boolean sound, String otherwise) {
        if (!sound) {
            throw new MalformedBytesException(otherwise);
        }
    }

    private static UnreadablePartitionMapException damaged(String how) {
        return new UnreadablePartitionMapException("the partition map is damaged: " + how);
    }
}
