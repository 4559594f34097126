package dev.bailiwick.engine;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.IntStream;
import org.rocksdb.RocksDBException;

/// Writes the commands of a sealed segment as sorted files, one for each bucket of [CommandWindow]. The value of an entry is the segment, a
/// varint, and the place of the frame, as in [SegmentFileWriter]. Used by one thread.
final class CommandFileWriter {
    private static final int MAX_VALUE_BYTES = 3 * BodyWriter.MAX_VARINT_BYTES;

    private final long segmentId;
    private final CommandTable commands;
    private final LongUnaryOperator placeOf;
    private final Routing routing;
    private final Pace pace;
    private final int[] order;
    private final ByteBuffer key = ByteBuffer.allocateDirect(IndexKeys.MAX_BYTES);
    private final ByteBuffer value = ByteBuffer.allocateDirect(MAX_VALUE_BYTES);

    CommandFileWriter(SegmentIndex segment, Routing routing, Pace pace) {
        this(segment, LongUnaryOperator.identity(), routing, pace);
    }

    /// @param placeOf the packed location of a frame, for what the segment has instead of one
    CommandFileWriter(SegmentIndex segment, LongUnaryOperator placeOf, Routing routing, Pace pace) {
        this.segmentId = segment.segmentId();
        this.commands = segment.commands();
        this.placeOf = placeOf;
        this.routing = routing;
        this.pace = pace;
        this.order = sorted();
    }

    private int[] sorted() {
        var records = IntStream.range(0, commands.count()).toArray();
        var parts = new Parts(commands);
        if (commands.isOfOneBucket()) {
            var partitionOf = new int[records.length];
            Arrays.setAll(partitionOf, commands::partition);
            IntSort.sortByPartition(records, partitionOf, routing.partitionCount(), parts);
        } else {
            IntSort.sort(records, 0, records.length, parts);
        }
        return records;
    }

    /// Those that the segment has commands of, ascending.
    List<Long> buckets() {
        return Arrays.stream(order).mapToLong(commands::bucket).distinct().boxed().toList();
    }

    void write(long bucket, SegmentFileWriter.Entries out) throws RocksDBException {
        for (int i = 0; i < order.length; i++) {
            int record = order[i];
            // Of a command that was executed again, after it was forgotten, the last execution counts.
            boolean isRepeated = i + 1 < order.length && isSame(record, order[i + 1]);
            if (commands.bucket(record) == bucket && !isRepeated) {
                put(record, out);
            }
        }
    }

    private void put(int record, SegmentFileWriter.Entries out) throws RocksDBException {
        IndexKeys.command(key.clear(), commands.bucket(record), commands.partition(record),
                routing.epochOf(commands.partition(record)));
        key.putLong(commands.orgPart(record, 0)).putLong(commands.orgPart(record, 1))
                .putLong(commands.idPart(record, 0)).putLong(commands.idPart(record, 1));
        BodyWriter.varint(value.clear(), segmentId);
        FrameLocation.unpack(segmentId, placeOf.applyAsLong(commands.packedLocation(record))).write(value);
        out.put(key.flip(), value.flip());
        pace.step();
    }

    private boolean isSame(int left, int right) {
        return commands.bucket(left) == commands.bucket(right)
                && commands.partition(left) == commands.partition(right)
                && commands.orgPart(left, 0) == commands.orgPart(right, 0)
                && commands.orgPart(left, 1) == commands.orgPart(right, 1)
                && commands.idPart(left, 0) == commands.idPart(right, 0)
                && commands.idPart(left, 1) == commands.idPart(right, 1);
    }

    /// Of the same command, the earlier execution first.
    private record Parts(CommandTable commands) implements IntSort.Parts {
        @Override
        public int count() {
            return 7;
        }

        @Override
        public long part(int record, int part) {
            return switch (part) {
                case 0 -> commands.bucket(record);
                case 1 -> commands.partition(record);
                case 2, 3 -> commands.orgPart(record, part - 2);
                case 4, 5 -> commands.idPart(record, part - 4);
                default -> record;
            };
        }
    }
}
