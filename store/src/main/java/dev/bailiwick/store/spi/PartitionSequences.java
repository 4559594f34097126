package dev.bailiwick.store.spi;

import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/// What a saved [FeedPosition] means: in which store, and up to which commit of each partition.
///
///     0   16  store identity
///     16  n   partition count varint, then for each partition its sequence varint; a zero stands for a run of
///             partitions without commits and is followed by the length of the run, varint
///     ..  4   CRC32C of everything before it
///
/// Immutable.
public final class PartitionSequences {
    private static final int STORE_BYTES = 16;
    private static final int CHECKSUM_BYTES = 4;

    private final UUID storeId;
    private final long[] sequences;

    private PartitionSequences(UUID storeId, long[] sequences) {
        this.storeId = storeId;
        this.sequences = sequences;
    }

    /// The place after these commits.
    ///
    /// @param sequences the last commit of each partition that lies before the position; 0 for none
    public static PartitionSequences of(UUID storeId, long[] sequences) {
        return new PartitionSequences(storeId, sequences.clone());
    }

    /// Reads a position that this store gave.
    ///
    /// @throws InvalidPositionException if the content is damaged, or speaks of another store or another partition count
    public static PartitionSequences read(FeedPosition position, UUID storeId, int partitionCount) {
        var content = position.content();
        int end = content.length - CHECKSUM_BYTES;
        if (end < STORE_BYTES || ByteBuffer.wrap(content).getInt(end) != checksum(content, end)) {
            throw new InvalidPositionException("it is damaged");
        }
        var in = ByteBuffer.wrap(content, 0, end);
        var madeBy = new UUID(in.getLong(), in.getLong());
        if (!madeBy.equals(storeId)) {
            throw new InvalidPositionException("it was given by store " + madeBy + " and this is store " + storeId);
        }
        try {
            return new PartitionSequences(storeId, readSequences(in, partitionCount));
        } catch (IllegalArgumentException | BufferUnderflowException e) {
            throw new InvalidPositionException("its content makes no sense");
        }
    }

    public FeedPosition toPosition() {
        var out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(STORE_BYTES).putLong(storeId.getMostSignificantBits())
                .putLong(storeId.getLeastSignificantBits()).array());
        putVarint(out, sequences.length);
        for (int i = 0; i < sequences.length;) {
            putVarint(out, sequences[i]);
            int run = 1;
            if (sequences[i] == 0) {
                while (i + run < sequences.length && sequences[i + run] == 0) {
                    run++;
                }
                putVarint(out, run);
            }
            i += run;
        }
        var body = out.toByteArray();
        return FeedPosition.saved(ByteBuffer.allocate(body.length + CHECKSUM_BYTES).put(body)
                .putInt(checksum(body, body.length)).array());
    }

    public int partitionCount() {
        return sequences.length;
    }

    public long sequence(int partition) {
        return sequences[partition];
    }

    public long[] toArray() {
        return sequences.clone();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionSequences that && storeId.equals(that.storeId)
                && Arrays.equals(sequences, that.sequences);
    }

    @Override
    public int hashCode() {
        return 31 * storeId.hashCode() + Arrays.hashCode(sequences);
    }

    private static long[] readSequences(ByteBuffer in, int partitionCount) {
        if (varint(in) != partitionCount) {
            throw new IllegalArgumentException("another partition count");
        }
        var sequences = new long[partitionCount];
        for (long i = 0; i < partitionCount;) {
            long sequence = varint(in);
            if (sequence == 0) {
                i += Math.max(1, varint(in));
            } else {
                sequences[(int) i++] = sequence;
            }
            if (i > partitionCount || i < 0) {
                throw new IllegalArgumentException("too many partitions");
            }
        }
        if (in.hasRemaining()) {
            throw new IllegalArgumentException("too many bytes");
        }
        return sequences;
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
}
