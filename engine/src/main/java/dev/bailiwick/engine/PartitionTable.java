package dev.bailiwick.engine;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.PartitionDigest;
import java.util.SortedMap;
import java.util.TreeMap;

/// The sequence and the digest of each partition of a shard, with what is staged and not yet durable. Belongs to the shard's
/// thread.
final class PartitionTable {
    private static final int PARTS = 4;

    private final long[] sequences;
    /// Four numbers for each partition, most significant first; in place, since every commit changes one.
    private final long[] digests;

    PartitionTable(int partitionCount) {
        this.sequences = new long[partitionCount];
        this.digests = new long[partitionCount * PARTS];
    }

    long sequence(int partition) {
        return sequences[partition];
    }

    Hash256 digest(int partition) {
        int at = partition * PARTS;
        return new Hash256(digests[at], digests[at + 1], digests[at + 2], digests[at + 3]);
    }

    Decision.Place nextPlace(int partition) {
        return new Decision.Place(partition, PartitionMap.FIRST_EPOCH, sequences[partition] + 1);
    }

    void advance(Decision.Place place) {
        if (place.sequence() != sequences[place.partition()] + 1) {
            throw new IllegalStateException("sequence " + place.sequence() + " of partition " + place.partition()
                    + " after " + sequences[place.partition()]);
        }
        sequences[place.partition()] = place.sequence();
    }

    void add(int partition, Hash256 head) {
        set(partition, digest(partition).plus(head));
    }

    void subtract(int partition, Hash256 head) {
        set(partition, digest(partition).minus(head));
    }

    void restore(int partition, PartitionDigest kept) {
        sequences[partition] = kept.sequence();
        set(partition, kept.digest());
    }

    /// A copy of what every partition with commits has.
    SortedMap<Integer, PartitionDigest> toMap() {
        var map = new TreeMap<Integer, PartitionDigest>();
        for (int partition = 0; partition < sequences.length; partition++) {
            if (sequences[partition] > 0) {
                map.put(partition, new PartitionDigest(sequences[partition], digest(partition)));
            }
        }
        return map;
    }

    private void set(int partition, Hash256 digest) {
        int at = partition * PARTS;
        digests[at] = digest.a();
        digests[at + 1] = digest.b();
        digests[at + 2] = digest.c();
        digests[at + 3] = digest.d();
    }
}
