package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.Hash256;
import org.jspecify.annotations.Nullable;

/// The heads that a shard used last, in a fixed amount of memory. Each key may be in either of two *buckets* of eight places, and
/// goes into the one with more room: so nearly all places are taken before a head is lost. Where no place is free, one that was
/// not used lately makes room.
///
/// A bucket lies in one piece, hashes first, so that few places in memory are touched to find a head: with millions of them, that
/// is what takes the time.
///
/// Belongs to the shard's thread: nobody else could tell whether a head is still current.
final class HeadTable {
    private static final int WAYS = 8;
    private static final int HEAD_LONGS = 13;
    /// The hashes, one in each long with a mark whether it was used, then the heads.
    private static final int BUCKET_LONGS = WAYS + WAYS * HEAD_LONGS;
    private static final int CHUNK_BUCKETS = 64;
    private static final int FIRST_BUCKETS = CHUNK_BUCKETS;
    private static final int MAX_BUCKETS = 1 << 24;
    private static final long USED = 1L << 32;
    private static final int OTHER_MULTIPLIER = 0x9E37_79B1;

    // The longs of a head after its key.
    private static final int VERSION = 6;
    private static final int READABLE = 7; // the first readable version 62 bits, state 2
    private static final int HASH = 8;
    private static final int TIME_MS = 12;

    private final int maxBuckets;
    private long[][] chunks = new long[FIRST_BUCKETS / CHUNK_BUCKETS][CHUNK_BUCKETS * BUCKET_LONGS];
    private int buckets = FIRST_BUCKETS;
    private long count;
    private int hand;

    HeadTable(long maxBytes) {
        long fitting = maxBytes / (BUCKET_LONGS * Long.BYTES) / CHUNK_BUCKETS * CHUNK_BUCKETS;
        this.maxBuckets = Math.clamp(fitting, FIRST_BUCKETS, MAX_BUCKETS);
    }

    @Nullable
    Head get(AggregateKey key) {
        int hash = Heads.hash(key);
        int bucket = bucketOf(hash);
        int way = find(bucket, hash, key);
        if (way < 0) {
            bucket = otherBucketOf(hash);
            way = find(bucket, hash, key);
        }
        return way < 0 ? null : head(bucket, way);
    }

    void put(AggregateKey key, Head head) {
        if (count * 4 > buckets * 3L * WAYS && buckets < maxBuckets) {
            grow();
        }
        int hash = Heads.hash(key);
        int bucket = bucketOf(hash);
        int way = find(bucket, hash, key);
        if (way < 0) {
            int other = otherBucketOf(hash);
            way = find(other, hash, key);
            if (way >= 0) {
                bucket = other;
            } else {
                bucket = roomier(bucket, other);
                way = freeWay(bucket);
            }
        }
        var chunk = chunkOf(bucket);
        chunk[startOf(bucket) + way] = (hash & 0xFFFF_FFFFL) | USED;
        write(chunk, headAt(startOf(bucket), way), key, head);
    }

    /// Reads some of the hashes of both buckets, see [Lookup#approach].
    long approach(int hash) {
        int bucket = bucketOf(hash);
        int other = otherBucketOf(hash);
        return chunkOf(bucket)[startOf(bucket)] + chunkOf(other)[startOf(other)];
    }

    /// Reads both ends of a head with this hash.
    long approachHead(int hash) {
        return approachHead(bucketOf(hash), hash) + approachHead(otherBucketOf(hash), hash);
    }

    private long approachHead(int bucket, int hash) {
        var chunk = chunkOf(bucket);
        int start = startOf(bucket);
        for (int way = 0; way < WAYS; way++) {
            if ((int) chunk[start + way] == hash) {
                int at = headAt(start, way);
                return chunk[at] + chunk[at + HEAD_LONGS - 1];
            }
        }
        return 0;
    }

    long count() {
        return count;
    }

    /// What it takes of the memory budget. Anybody may ask, and may hear what was so a moment ago.
    long bytes() {
        return (long) buckets * BUCKET_LONGS * Long.BYTES;
    }

    private long[] chunkOf(int bucket) {
        return chunks[bucket / CHUNK_BUCKETS];
    }

    private static int startOf(int bucket) {
        return bucket % CHUNK_BUCKETS * BUCKET_LONGS;
    }

    private static int headAt(int start, int way) {
        return start + WAYS + way * HEAD_LONGS;
    }

    private int find(int bucket, int hash, AggregateKey key) {
        var chunk = chunkOf(bucket);
        int start = startOf(bucket);
        for (int way = 0; way < WAYS; way++) {
            if ((int) chunk[start + way] == hash && hasKey(chunk, headAt(start, way), key)) {
                return way;
            }
        }
        return -1;
    }

    private Head head(int bucket, int way) {
        var chunk = chunkOf(bucket);
        int start = startOf(bucket);
        chunk[start + way] |= USED;
        int at = headAt(start, way);
        return new Head(chunk[at + VERSION], chunk[at + READABLE] >>> 2, Heads.state((int) chunk[at + READABLE] & 3),
                new Hash256(chunk[at + HASH], chunk[at + HASH + 1], chunk[at + HASH + 2], chunk[at + HASH + 3]),
                chunk[at + TIME_MS]);
    }

    private int roomier(int bucket, int other) {
        return taken(other) < taken(bucket) ? other : bucket;
    }

    private int taken(int bucket) {
        var chunk = chunkOf(bucket);
        int start = startOf(bucket);
        int taken = 0;
        for (int way = 0; way < WAYS; way++) {
            taken += chunk[start + way] == 0 ? 0 : 1;
        }
        return taken;
    }

    /// A free place, or that of the first head that was not used since the hand came by last.
    private int freeWay(int bucket) {
        var chunk = chunkOf(bucket);
        int start = startOf(bucket);
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
        chunk[at + READABLE] = (head.firstVersion() << 2) | Heads.code(head.state());
        chunk[at + HASH] = head.hash().a();
        chunk[at + HASH + 1] = head.hash().b();
        chunk[at + HASH + 2] = head.hash().c();
        chunk[at + HASH + 3] = head.hash().d();
        chunk[at + TIME_MS] = head.lastWriteMs();
    }

    /// Spreads hashes over any number of buckets, not only over a power of two: memory is given in any amount.
    private int bucketOf(int hash) {
        return (int) (((hash & 0xFFFF_FFFFL) * buckets) >>> 32);
    }

    private int otherBucketOf(int hash) {
        return bucketOf(Integer.rotateLeft(hash, 16) * OTHER_MULTIPLIER);
    }

    private void grow() {
        var old = chunks;
        int oldBuckets = buckets;
        buckets = Math.min(maxBuckets, oldBuckets * 2);
        chunks = new long[buckets / CHUNK_BUCKETS][CHUNK_BUCKETS * BUCKET_LONGS];
        count = 0;
        for (int bucket = 0; bucket < oldBuckets; bucket++) {
            var from = old[bucket / CHUNK_BUCKETS];
            int start = startOf(bucket);
            for (int way = 0; way < WAYS; way++) {
                if (from[start + way] != 0) {
                    move(from, start, way);
                }
            }
        }
    }

    private void move(long[] from, int fromStart, int fromWay) {
        int hash = (int) from[fromStart + fromWay];
        int bucket = roomier(bucketOf(hash), otherBucketOf(hash));
        int way = freeWay(bucket);
        chunkOf(bucket)[startOf(bucket) + way] = from[fromStart + fromWay];
        System.arraycopy(from, headAt(fromStart, fromWay), chunkOf(bucket), headAt(startOf(bucket), way), HEAD_LONGS);
    }
}
