package dev.bailiwick.engine;

import java.util.Arrays;
import java.util.UUID;

/// The commands of one segment, under each partition that they touched. Belongs to the shard's thread, and when the segment is
/// sealed to whoever builds its part of the index.
final class CommandTable {
    static final int NONE = -1;

    private static final int RECORD_LONGS = 7;
    private static final int ORG = 1;
    private static final int ID = 3;
    private static final int LOCATION = 5;
    private static final int BUCKET = 6;

    private long[] records = new long[64 * RECORD_LONGS];
    private int[] slots = new int[128];
    private int count;
    private long latestMadeMs;

    /// @param bucket until when it is remembered, see [CommandWindow]
    void add(int partition, UUID org, UUID id, long packedLocation, long bucket) {
        if ((count + 1) * RECORD_LONGS > records.length) {
            records = Arrays.copyOf(records, records.length * 2);
        }
        if (count * 2 >= slots.length) {
            grow();
        }
        int at = count * RECORD_LONGS;
        records[at] = partition;
        records[at + ORG] = org.getMostSignificantBits();
        records[at + ORG + 1] = org.getLeastSignificantBits();
        records[at + ID] = id.getMostSignificantBits();
        records[at + ID + 1] = id.getLeastSignificantBits();
        records[at + LOCATION] = packedLocation;
        records[at + BUCKET] = bucket;
        latestMadeMs = Math.max(latestMadeMs, CommandWindow.madeMs(id));
        slots[freeSlot(count)] = count + 1;
        count++;
    }

    /// The latest record of a command; [#NONE] if it was not executed in this segment.
    int find(int partition, UUID org, UUID id) {
        int found = NONE;
        if (CommandWindow.madeMs(id) > latestMadeMs) {
            return found;
        }
        int slot = hash(partition, id.getMostSignificantBits(), id.getLeastSignificantBits()) & (slots.length - 1);
        for (; slots[slot] != 0; slot = (slot + 1) & (slots.length - 1)) {
            int record = slots[slot] - 1;
            if (record > found && isOf(record, partition, org, id)) {
                found = record;
            }
        }
        return found;
    }

    /// Reads where a command would be, see [Lookup#approach].
    long approach(int partition, UUID id) {
        return slots[hash(partition, id.getMostSignificantBits(), id.getLeastSignificantBits()) & (slots.length - 1)];
    }

    int count() {
        return count;
    }

    /// The latest time in a command's id; 0 where none tells one.
    long latestMadeMs() {
        return latestMadeMs;
    }

    int partition(int record) {
        return (int) records[record * RECORD_LONGS];
    }

    long orgPart(int record, int part) {
        return records[record * RECORD_LONGS + ORG + part];
    }

    long idPart(int record, int part) {
        return records[record * RECORD_LONGS + ID + part];
    }

    long packedLocation(int record) {
        return records[record * RECORD_LONGS + LOCATION];
    }

    long bucket(int record) {
        return records[record * RECORD_LONGS + BUCKET];
    }

    /// Whether all commands are in the same bucket; so it mostly is.
    boolean isOfOneBucket() {
        return count == 0 || bucket(0) == bucket(count - 1);
    }

    long bytes() {
        return (long) records.length * Long.BYTES + (long) slots.length * Integer.BYTES;
    }

    private boolean isOf(int record, int partition, UUID org, UUID id) {
        return idPart(record, 1) == id.getLeastSignificantBits() && idPart(record, 0) == id.getMostSignificantBits()
                && partition(record) == partition && orgPart(record, 0) == org.getMostSignificantBits()
                && orgPart(record, 1) == org.getLeastSignificantBits();
    }

    private void grow() {
        slots = new int[slots.length * 2];
        for (int record = 0; record < count; record++) {
            slots[freeSlot(record)] = record + 1;
        }
    }

    private int freeSlot(int record) {
        int slot = hash(partition(record), idPart(record, 0), idPart(record, 1)) & (slots.length - 1);
        while (slots[slot] != 0) {
            slot = (slot + 1) & (slots.length - 1);
        }
        return slot;
    }

    private static int hash(int partition, long high, long low) {
        long mixed = (low ^ (high * 0x9E37_79B9_7F4A_7C15L) ^ partition) * 0xC2B2_AE3D_27D4_EB4FL;
        return (int) (mixed ^ (mixed >>> 32));
    }
}
