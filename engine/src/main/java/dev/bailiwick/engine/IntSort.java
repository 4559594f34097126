package dev.bailiwick.engine;

import java.util.Arrays;

/// Sorts numbers of records by what the records hold, without making objects of them.
///
/// A record is looked at once, for the first part in which not all records agree, and the rest is sorting numbers that lie
/// together: to go back to the records for every comparison would mean to wait for memory most of the time. Only records that
/// agree in most of that part are compared in full.
final class IntSort {
    /// The lowest bits of a part make room for a record's place in the array.
    private static final int MAX_RECORDS = 1 << 20;

    private IntSort() {
    }

    /// What records are sorted by: some unsigned numbers each, the first counts most.
    interface Parts {
        int count();

        long part(int record, int part);
    }

    static void sort(int[] records, int from, int to, Parts parts) {
        int count = to - from;
        if (count < 2) {
            return;
        }
        if (count > MAX_RECORDS) {
            throw new IllegalArgumentException("no more than " + MAX_RECORDS + " records can be sorted");
        }
        int differing = firstDiffering(records, from, to, parts);
        int mask = Integer.highestOneBit(count - 1) * 2 - 1;
        var keys = new long[count];
        for (int i = 0; i < count; i++) {
            // Flipping the sign makes the order of signed numbers that of unsigned ones.
            long part = parts.part(records[from + i], differing) ^ Long.MIN_VALUE;
            keys[i] = (part & ~mask) | i;
        }
        Arrays.sort(keys);
        var sorted = new int[count];
        for (int i = 0; i < count; i++) {
            sorted[i] = records[from + (int) (keys[i] & mask)];
        }
        orderEqual(sorted, keys, mask, parts);
        System.arraycopy(sorted, 0, records, from, count);
    }

    /// First into partitions, which costs no comparison, and then within each.
    ///
    /// @param partitionOf of each record
    static void sortByPartition(int[] records, int[] partitionOf, int partitionCount, Parts parts) {
        var ends = new int[partitionCount + 1];
        for (int record : records) {
            ends[partitionOf[record] + 1]++;
        }
        for (int partition = 0; partition < partitionCount; partition++) {
            ends[partition + 1] += ends[partition];
        }
        var next = Arrays.copyOf(ends, partitionCount);
        for (int record : records.clone()) {
            records[next[partitionOf[record]]++] = record;
        }
        for (int partition = 0; partition < partitionCount; partition++) {
            sort(records, ends[partition], ends[partition + 1], parts);
        }
    }

    static int compare(int left, int right, Parts parts) {
        for (int part = 0; part < parts.count(); part++) {
            int compared = Long.compareUnsigned(parts.part(left, part), parts.part(right, part));
            if (compared != 0) {
                return compared;
            }
        }
        return 0;
    }

    private static int firstDiffering(int[] records, int from, int to, Parts parts) {
        for (int part = 0; part < parts.count() - 1; part++) {
            long first = parts.part(records[from], part);
            for (int i = from + 1; i < to; i++) {
                if (parts.part(records[i], part) != first) {
                    return part;
                }
            }
        }
        return parts.count() - 1;
    }

    /// Sorts the runs whose keys are equal but for the place.
    private static void orderEqual(int[] records, long[] keys, int mask, Parts parts) {
        int run = 0;
        for (int i = 1; i <= keys.length; i++) {
            if (i == keys.length || (keys[i] & ~mask) != (keys[run] & ~mask)) {
                if (i - run > 1) {
                    merge(records, run, i, parts);
                }
                run = i;
            }
        }
    }

    private static void merge(int[] records, int from, int to, Parts parts) {
        if (to - from < 2) {
            return;
        }
        int middle = (from + to) >>> 1;
        merge(records, from, middle, parts);
        merge(records, middle, to, parts);
        var left = Arrays.copyOfRange(records, from, middle);
        int next = 0;
        int right = middle;
        for (int i = from; next < left.length; i++) {
            boolean takeLeft = right == to || compare(left[next], records[right], parts) <= 0;
            records[i] = takeLeft ? left[next++] : records[right++];
        }
    }
}
