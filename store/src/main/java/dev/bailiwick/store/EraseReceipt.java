package dev.bailiwick.store;

import java.time.Instant;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// Evidence of an erasure.
///
/// @param aggregates how many had payloads erased
/// @param events how many payloads were erased
/// @param before the digests of the partitions concerned, before
/// @param after the same, after; the hashes are equal, since a chain does not depend on payloads being kept
public record EraseReceipt(AggregateScope scope, Instant erasedAt, long aggregates, long events,
        SortedMap<Integer, PartitionDigest> before, SortedMap<Integer, PartitionDigest> after) {
    public EraseReceipt {
        before = Collections.unmodifiableSortedMap(new TreeMap<>(before));
        after = Collections.unmodifiableSortedMap(new TreeMap<>(after));
    }
}
