package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// What a segment holds, in memory, until it is part of the [SealedIndex].
///
/// Every change of an aggregate is one *record*: where its frame is, and the head after it. Records are never changed, and those
/// of one aggregate are linked, newest first. A table leads from a key to its newest record. So the shard's thread can add
/// records while anybody reads: a reader who passes over the records beyond the durable end of the log sees exactly what is
/// durable.
///
/// Besides the record before it (*prev*), a record knows one from further back (*jump*), chosen so that any version is found in
/// a number of steps that grows with the logarithm of the number of records.
///
/// All numbers are in arrays rather than objects: a segment has some hundred thousand records, and they live long enough to
/// burden a garbage collector.
final class SegmentIndex {
    static final int NONE = -1;

    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
    private static final int CHUNK_BITS = 10;
    private static final int CHUNK_RECORDS = 1 << CHUNK_BITS;
    private static final int MAX_CHUNKS = 1_024;
    private static final int FIRST_SLOTS = 1_024;
    private static final int ANCHOR_BYTES = 256;

    // The longs of a record. The first six are the key.
    private static final int RECORD_LONGS = 17;
    private static final int VERSION = 6;
    private static final int FIRST_READABLE = 7;
    private static final int LOCATION = 8;
    private static final int SEQUENCE = 9;
    private static final int TIME_MS = 10;
    private static final int HASH = 11;
    private static final int LINKS = 15; // prev, jump
    private static final int SHAPE = 16; // depth 32 bits, events 24, state 8

    private final long segmentId;
    private final long[][] chunks = new long[MAX_CHUNKS][];
    private final PlaceLists places;
    private final CommandTable commands = new CommandTable();
    /// Hash of a key and one more than its newest record; 0 where free. With the hash, other keys' records need not be looked at.
    private volatile long[] slots = new long[FIRST_SLOTS];
    private volatile int count;
    private int keys;
    /// Of aggregates that begin here without their first events. There are none but where an org was imported.
    private final Map<AggregateKey, Decision.Anchor> anchors = new ConcurrentHashMap<>();

    SegmentIndex(long segmentId, int partitionCount) {
        this.segmentId = segmentId;
        this.places = new PlaceLists(partitionCount);
    }

    long segmentId() {
        return segmentId;
    }

    PlaceLists places() {
        return places;
    }

    /// For the shard's thread, and after the segment is sealed for whoever builds its part of the index.
    CommandTable commands() {
        return commands;
    }

    /// What it takes of the memory budget.
    long bytes() {
        return (long) count * RECORD_LONGS * Long.BYTES + (long) slots.length * Long.BYTES + places.bytes()
                + commands.bytes() + (long) anchors.size() * ANCHOR_BYTES;
    }

    /// Whether there is room for the records of one more request.
    boolean hasRoom(int records) {
        return count + records < MAX_CHUNKS * CHUNK_RECORDS;
    }

    /// Adds a record; for the shard's thread.
    ///
    /// @param events how many events the frame adds to this aggregate
    void add(AggregateKey key, Head head, int events, long packedLocation, long sequence) {
        if (keys * 2 >= slots.length) {
            grow();
        }
        int record = count;
        int hash = Heads.hash(key);
        int slot = slotOf(slots, key, hash);
        int prev = (int) slots[slot] - 1;
        var chunk = chunkFor(record);
        int at = at(record);
        putKey(chunk, at, key);
        chunk[at + VERSION] = head.version();
        chunk[at + FIRST_READABLE] = head.firstVersion();
        chunk[at + LOCATION] = packedLocation;
        chunk[at + SEQUENCE] = sequence;
        chunk[at + TIME_MS] = head.lastWriteMs();
        chunk[at + HASH] = head.hash().a();
        chunk[at + HASH + 1] = head.hash().b();
        chunk[at + HASH + 2] = head.hash().c();
        chunk[at + HASH + 3] = head.hash().d();
        chunk[at + LINKS] = ((long) prev << 32) | (jumpFrom(prev) & 0xFFFF_FFFFL);
        chunk[at + SHAPE] = ((long) (prev == NONE ? 0 : depth(prev) + 1) << 32) | ((long) events << 8)
                | Heads.code(head.state());
        keys += prev == NONE ? 1 : 0;
        count = record + 1;
        SLOT.setRelease(slots, slot, ((long) hash << 32) | (record + 1));
    }

    /// Notes from where the chain of an aggregate begins; for the shard's thread.
    void adopt(Decision.Anchor anchor) {
        anchors.put(anchor.key(), anchor);
    }

    /// From where the chain of an aggregate begins, if it does not begin with its first event and that was said here.
    Decision.@Nullable Anchor anchor(AggregateKey key) {
        return anchors.get(key);
    }

    Collection<Decision.Anchor> anchors() {
        return anchors.values();
    }

    /// Reads where a key of this hash would be, see [Lookup#approach].
    long approach(int hash) {
        var table = slots;
        return table[hash & (table.length - 1)];
    }

    int count() {
        return count;
    }

    int keys() {
        return keys;
    }

    /// The newest record of a key, durable or not; [#NONE] if there is none.
    int newest(AggregateKey key) {
        var table = slots;
        return (int) (long) SLOT.getAcquire(table, slotOf(table, key, Heads.hash(key))) - 1;
    }

    /// The newest record of a key up to a place in the log.
    int newest(AggregateKey key, long upToSequence) {
        int record = newest(key);
        while (record != NONE && sequence(record) > upToSequence) {
            record = prev(record);
        }
        return record;
    }

    /// The record whose frame has this version, seen from a newer record of the same aggregate or from itself; [#NONE] if the
    /// version was written before this segment.
    int containing(int from, long version) {
        int record = from;
        while (record != NONE && firstVersion(record) > version) {
            int jump = jump(record);
            record = jump != NONE && version(jump) >= version ? jump : prev(record);
        }
        return record;
    }

    Head head(int record) {
        var chunk = chunks[record >>> CHUNK_BITS];
        int at = at(record);
        return new Head(chunk[at + VERSION], chunk[at + FIRST_READABLE], Heads.state((int) chunk[at + SHAPE] & 0xFF),
                new Hash256(chunk[at + HASH], chunk[at + HASH + 1], chunk[at + HASH + 2], chunk[at + HASH + 3]),
                chunk[at + TIME_MS]);
    }

    AggregateKey key(int record) {
        var chunk = chunks[record >>> CHUNK_BITS];
        int at = at(record);
        return new AggregateKey(new UUID(chunk[at], chunk[at + 1]), new UUID(chunk[at + 2], chunk[at + 3]),
                new UUID(chunk[at + 4], chunk[at + 5]));
    }

    /// One of the six numbers that make the key, most significant first.
    long keyPart(int record, int part) {
        return get(record, part);
    }

    /// The aggregate's version after the record.
    long version(int record) {
        return get(record, VERSION);
    }

    /// The first version in its frame; one more than [#version] if it has none.
    long firstVersion(int record) {
        return version(record) - events(record) + 1;
    }

    int events(int record) {
        return (int) (get(record, SHAPE) >>> 8) & 0xFF_FFFF;
    }

    long sequence(int record) {
        return get(record, SEQUENCE);
    }

    long packedLocation(int record) {
        return get(record, LOCATION);
    }

    FrameLocation location(int record) {
        return FrameLocation.unpack(segmentId, packedLocation(record));
    }

    /// The aggregate's record before this one, in this segment.
    int prev(int record) {
        return (int) (get(record, LINKS) >> 32);
    }

    /// Whether the record made its aggregate appear in listings, or vanish from them. A trim is one of those, since it may be the
    /// oldest that is left of an aggregate when the events before it are reclaimed.
    boolean changesListing(int record) {
        return get(record, FIRST_READABLE) == firstVersion(record) || events(record) == 0
                || stateCode(record) != Heads.code(AggregateState.LIVE);
    }

    int stateCode(int record) {
        return (int) get(record, SHAPE) & 0xFF;
    }

    /// The newest record of every key, in no order; for a sealed segment.
    int[] newestOfEach() {
        var newest = new int[keys];
        int found = 0;
        for (long slot : slots) {
            if (slot != 0) {
                newest[found++] = (int) slot - 1;
            }
        }
        return newest;
    }

    private int jump(int record) {
        return (int) get(record, LINKS);
    }

    private int depth(int record) {
        return (int) (get(record, SHAPE) >>> 32);
    }

    /// Where a new record whose predecessor is `prev` jumps to: as far as the last two jumps together where they were equally
    /// long, else to the predecessor. This keeps the jumps of a chain at lengths that double.
    private int jumpFrom(int prev) {
        if (prev == NONE) {
            return NONE;
        }
        int first = jump(prev);
        if (first == NONE) {
            return prev;
        }
        int second = jump(first);
        boolean equal = second != NONE && depth(prev) - depth(first) == depth(first) - depth(second);
        return equal ? second : prev;
    }

    private long get(int record, int field) {
        return chunks[record >>> CHUNK_BITS][at(record) + field];
    }

    private static int at(int record) {
        return (record & (CHUNK_RECORDS - 1)) * RECORD_LONGS;
    }

    private long[] chunkFor(int record) {
        int chunk = record >>> CHUNK_BITS;
        if (chunks[chunk] == null) {
            chunks[chunk] = new long[CHUNK_RECORDS * RECORD_LONGS];
        }
        return chunks[chunk];
    }

    /// The slot of a key, or the free one where it belongs.
    private int slotOf(long[] table, AggregateKey key, int hash) {
        int slot = hash & (table.length - 1);
        while (true) {
            long content = (long) SLOT.getAcquire(table, slot);
            if (content == 0 || ((int) (content >>> 32) == hash && hasKey((int) content - 1, key))) {
                return slot;
            }
            slot = (slot + 1) & (table.length - 1);
        }
    }

    private boolean hasKey(int record, AggregateKey key) {
        var chunk = chunks[record >>> CHUNK_BITS];
        int at = at(record);
        return chunk[at + 5] == key.aggregateId().getLeastSignificantBits()
                && chunk[at + 4] == key.aggregateId().getMostSignificantBits()
                && chunk[at + 3] == key.aggregateTypeId().getLeastSignificantBits()
                && chunk[at + 2] == key.aggregateTypeId().getMostSignificantBits()
                && chunk[at + 1] == key.orgId().getLeastSignificantBits()
                && chunk[at] == key.orgId().getMostSignificantBits();
    }

    /// Readers of the old table find in it all that was there when they came.
    private void grow() {
        var old = slots;
        var larger = new long[old.length * 2];
        for (long content : old) {
            if (content != 0) {
                int slot = (int) (content >>> 32) & (larger.length - 1);
                while (larger[slot] != 0) {
                    slot = (slot + 1) & (larger.length - 1);
                }
                larger[slot] = content;
            }
        }
        slots = larger;
    }

    private static void putKey(long[] chunk, int at, AggregateKey key) {
        chunk[at] = key.orgId().getMostSignificantBits();
        chunk[at + 1] = key.orgId().getLeastSignificantBits();
        chunk[at + 2] = key.aggregateTypeId().getMostSignificantBits();
        chunk[at + 3] = key.aggregateTypeId().getLeastSignificantBits();
        chunk[at + 4] = key.aggregateId().getMostSignificantBits();
        chunk[at + 5] = key.aggregateId().getLeastSignificantBits();
    }
}
