package dev.bailiwick.engine;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/// Where in one segment the commits of each partition are. Written by the shard's thread; others may ask for commits that they
/// know to be durable.
final class PlaceLists {
    private final AtomicReferenceArray<@Nullable PlaceList> lists;
    private long bytes;

    PlaceLists(int partitionCount) {
        this.lists = new AtomicReferenceArray<>(partitionCount);
        this.bytes = (long) partitionCount * Integer.BYTES;
    }

    void add(int partition, long sequence, long packedLocation) {
        var list = lists.get(partition);
        if (list == null) {
            list = new PlaceList(sequence);
            list.add(packedLocation);
            bytes += list.bytes();
            lists.set(partition, list);
            return;
        }
        bytes -= list.bytes();
        list.add(packedLocation);
        bytes += list.bytes();
    }

    int partitionCount() {
        return lists.length();
    }

    /// The commits of one partition; null if it has none in this segment.
    @Nullable
    PlaceList of(int partition) {
        return lists.get(partition);
    }

    long bytes() {
        return bytes;
    }

    /// The packed locations of a partition's commits, without gaps.
    static final class PlaceList {
        private static final int OVERHEAD_BYTES = 64;

        private final long firstSequence;
        private volatile long[] locations = new long[4];
        private int count;

        PlaceList(long firstSequence) {
            this.firstSequence = firstSequence;
        }

        long firstSequence() {
            return firstSequence;
        }

        /// The location of a commit that is here and durable.
        long packedLocation(long sequence) {
            return locations[(int) (sequence - firstSequence)];
        }

        /// For the shard's thread, or a sealed segment.
        int count() {
            return count;
        }

        private void add(long packedLocation) {
            if (count == locations.length) {
                locations = Arrays.copyOf(locations, count * 2);
            }
            locations[count++] = packedLocation;
        }

        private long bytes() {
            return OVERHEAD_BYTES + (long) locations.length * Long.BYTES;
        }
    }
}
