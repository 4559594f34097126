package dev.bailiwick.store.spi;

import dev.bailiwick.placement.spi.CompactReader;
import dev.bailiwick.placement.spi.CompactWriter;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import java.util.Arrays;
import java.util.UUID;

/// What a saved [FeedPosition] means: in which store, and up to which commit of each partition.
///
///     0   16  store identity
///     16  n   partition count varint, then for each partition its sequence varint; a zero stands for a run of
///             partitions without commits and is followed by the length of the run, varint
///     ..  4   CRC32C of everything before it
///
/// Immutable.
public final class PartitionSequences {
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
        for (long sequence : sequences) {
            if (sequence < 0) {
                throw new IllegalArgumentException("a sequence is 0 or more, not " + sequence);
            }
        }
        return new PartitionSequences(storeId, sequences.clone());
    }

    /// Reads a position that this store gave.
    ///
    /// @throws InvalidPositionException if the content is damaged, or speaks of another store or another partition count
    public static PartitionSequences read(FeedPosition position, UUID storeId, int partitionCount) {
        try {
            var in = CompactReader.of(position.content()).checkSeal();
            var madeBy = new UUID(in.i64(), in.i64());
            if (!madeBy.equals(storeId)) {
                throw new InvalidPositionException("it was given by store " + madeBy + " and this is store " + storeId);
            }
            return new PartitionSequences(storeId, readSequences(in, partitionCount));
        } catch (MalformedBytesException e) {
            throw new InvalidPositionException("it is damaged: " + e.getMessage());
        }
    }

    public FeedPosition toPosition() {
        var out = new CompactWriter().i64(storeId.getMostSignificantBits()).i64(storeId.getLeastSignificantBits())
                .varint(sequences.length);
        for (int i = 0; i < sequences.length;) {
            out.varint(sequences[i]);
            int run = 1;
            if (sequences[i] == 0) {
                while (i + run < sequences.length && sequences[i + run] == 0) {
                    run++;
                }
                out.varint(run);
            }
            i += run;
        }
        return FeedPosition.saved(out.toSealedBytes());
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

    private static long[] readSequences(CompactReader in, int partitionCount) {
        long count = in.varint();
        check(count == partitionCount, "it speaks of " + count + " partitions and there are " + partitionCount);
        var sequences = new long[partitionCount];
        for (int i = 0; i < partitionCount;) {
            long sequence = in.varint();
            if (sequence == 0) {
                long run = in.varint();
                check(run > 0 && run <= partitionCount - i, "it has a run of " + run + " partitions at " + i);
                i += (int) run;
            } else {
                sequences[i++] = sequence;
            }
        }
        in.checkEnd();
        return sequences;
    }

    private static void check(boolean sound, String otherwise) {
        if (!sound) {
            throw new MalformedBytesException(otherwise);
        }
    }
}
