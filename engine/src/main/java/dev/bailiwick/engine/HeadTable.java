package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import org.jspecify.annotations.Nullable;

/// The heads that a shard used last, in a fixed amount of memory. Each key has eight places where it may be, its *bucket*; where all
/// are taken, one that was not used lately makes room.
///
/// A bucket lies in one piece, hashes first, so that few places in memory are touched to find a head: with millions of them, that
/// is what takes the time.
///
/// Belongs to the shard's thread: nobody else could tell whether a head is still current.
final class HeadTable {
    private static final int WAYS = 8;
    private static final int HEAD_LONGS = 14;
    /// The hashes, one in each long with a mark whether it was used, then the heads.
    private static final int BUCKET_LONGS = WAYS + WAYS * HEAD_LONGS;
    private static final int CHUNK_BUCKETS = 64;
    private static final int FIRST_BUCKETS = CHUNK_BUCKETS;
    private static final long USED = 1L << 32;

    // The longs of a head after its key.
    private static final int VERSION = 6;
    private static final int FIRST_READABLE = 7;
    private static final int HASH = 8;
    private static final int TIME_MS = 12;
    private static final int STATE = 13;

    private final long maxBytes;
    private long[][] chunks = new long[FIRST_BUCKETS / CHUNK_BUCKETS][CHUNK_BUCKETS * BUCKET_LONGS];
    private int buckets = FIRST_BUCKETS;
    private long count;
    private int hand;

    HeadTable(long maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Nullable
    Head get(AggregateKey key) {
        int hash = Heads.hash(key);
        int bucket = hash & (buckets - 1);
        var chunk = chunks[bucket / CHUNK_BUCKETS];
        int start = bucket % CHUNK_BUCKETS * BUCKET_LONGS;
        int way = find(chunk, start, hash, key);
        if (way < 0) {
            return null;
        }
        chunk[start + way] |= USED;
        int at = headAt(start, way);
        return new Head(chunk[at + VERSION], chunk[at + FIRST_READABLE], Heads.state((int) chunk[at + STATE]),
                new Hash256(chunk[at + HASH], chunk[at + HASH + 1], chunk[at + HASH + 2], chunk[at + HASH + 3]),
                chunk[at + TIME_MS]);
    }

    void put(AggregateKey key, Head head) {
        if (count * 4 > buckets * 3L * WAYS && buckets * 2L * BUCKET_LONGS * Long.BYTES <= maxBytes) {
            grow();
        }
        int hash = Heads.hash(key);
        int bucket = hash & (buckets - 1);
        var chunk = chunks[bucket / CHUNK_BUCKETS];
        int start = bucket % CHUNK_BUCKETS * BUCKET_LONGS;
        int known = find(chunk, start, hash, key);
        int way = known >= 0 ? known : freeWay(chunk, start);
        chunk[start + way] = (hash & 0xFFFF_FFFFL) | USED;
        write(chunk, headAt(start, way), key, head);
    }

    long count() {
        return count;
    }

    private static int headAt(int start, int way) {
        return start + WAYS + way * HEAD_LONGS;
    }

    private static int find(long[] chunk, int start, int hash, AggregateKey key) {
        for (int way = 0; way < WAYS; way++) {
            if ((int) chunk[start + way] == hash && hasKey(chunk, headAt(start, way), key)) {
                return way;
            }
        }
        return -1;
    }

    /// A free place, or that of the first head that was not used since the hand came by last.
    private int freeWay(long[] chunk, int start) {
        for (int way = 0; way < WAYS; way++) {
            if (chunk[start + way] == 0) {
                count++;
                return way;
            }
        }
        while (true) {
            hand = (hand + 1) % WAYS;
            if ((chunk[start + hand] & USED) == 0) {
                return hand;
            }
            chunk[start + hand] &= ~USED;
        }
    }

    private static boolean hasKey(long[] chunk, int at, AggregateKey key) {
        return chunk[at + 5] == key.aggregateId().getLeastSignificantBits()
                && chunk[at + 4] == key.aggregateId().getMostSignificantBits()
                && chunk[at + 3] == key.aggregateTypeId().getLeastSignificantBits()
                && chunk[at + 2] == key.aggregateTypeId().getMostSignificantBits()
                && chunk[at + 1] == key.orgId().getLeastSignificantBits()
                && chunk[at] == key.orgId().getMostSignificantBits();
    }

    private static void write(long[] chunk, int at, AggregateKey key, Head head) {
        chunk[at] = key.orgId().getMostSignificantBits();
        chunk[at + 1] = key.orgId().getLeastSignificantBits();
        chunk[at + 2] = key.aggregateTypeId().getMostSignificantBits();
        chunk[at + 3] = key.aggregateTypeId().getLeastSignificantBits();
        chunk[at + 4] = key.aggregateId().getMostSignificantBits();
        chunk[at + 5] = key.aggregateId().getLeastSignificantBits();
        chunk[at + VERSION] = head.version();
        chunk[at + FIRST_READABLE] = head.firstVersion();
        chunk[at + HASH] = head.hash().a();
        chunk[at + HASH + 1] = head.hash().b();
        chunk[at + HASH + 2] = head.hash().c();
        chunk[at + HASH + 3] = head.hash().d();
        chunk[at + TIME_MS] = head.lastWriteMs();
        chunk[at + STATE] = Heads.code(head.state());
    }

    /// A bucket's heads go to the bucket with its number or to the one as far behind it as there were buckets.
    private void grow() {
        var old = chunks;
        int oldBuckets = buckets;
        buckets = oldBuckets * 2;
        chunks = new long[buckets / CHUNK_BUCKETS][CHUNK_BUCKETS * BUCKET_LONGS];
        count = 0;
        for (int bucket = 0; bucket < oldBuckets; bucket++) {
            var from = old[bucket / CHUNK_BUCKETS];
            int start = bucket % CHUNK_BUCKETS * BUCKET_LONGS;
            for (int way = 0; way < WAYS; way++) {
                if (from[start + way] != 0) {
                    move(from, start, way);
                }
            }
        }
    }

    private void move(long[] from, int fromStart, int fromWay) {
        int bucket = (int) from[fromStart + fromWay] & (buckets - 1);
        var chunk = chunks[bucket / CHUNK_BUCKETS];
        int start = bucket % CHUNK_BUCKETS * BUCKET_LONGS;
        int way = freeWay(chunk, start);
        chunk[start + way] = from[fromStart + fromWay];
        System.arraycopy(from, headAt(fromStart, fromWay), chunk, headAt(start, way), HEAD_LONGS);
    }
}
