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
        bytes += list.add(packedLocation);
    }

    /// Reads a little of a partition's list, see [Lookup#approach].
    long approach(int partition) {
        var list = lists.getPlain(partition);
        return list == null ? 0 : list.count;
    }

    /// Reads where its next commit goes.
    long approachNext(int partition) {
        var list = lists.getPlain(partition);
        return list == null ? 0 : list.locations[Math.min(list.count, list.locations.length - 1)];
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

        /// Returns by how many bytes it grew.
        private long add(long packedLocation) {
            var room = locations;
            long grown = 0;
            if (count == room.length) {
                room = Arrays.copyOf(room, count * 2);
                locations = room;
                grown = (long) count * Long.BYTES;
            }
            room[count++] = packedLocation;
            return grown;
        }

        private long bytes() {
            return OVERHEAD_BYTES + (long) locations.length * Long.BYTES;
        }
    }
}
