package dev.bailiwick.placement;

import java.util.List;

/// A shard key of several business values, such as issuer, instrument and settlement window: the smallest state that must be
/// decided together. Hashed as its parts joined by colons.
///
/// Choose values that never change: a part that business edits would move the authority.
public record CompoundKey(List<String> parts) {
    public CompoundKey {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("a compound key has at least one part");
        }
    }

    public static CompoundKey of(String... parts) {
        return new CompoundKey(List.of(parts));
    }

    /// murmur3_x86_32 with seed 0 over the UTF-8 bytes, taken unsigned, modulo the partition count.
    public int partition(int partitionCount) {
        PartitionMap.checkPartitionCount(partitionCount);
        return Integer.remainderUnsigned(Murmur3.hash(toString()), partitionCount);
    }

    @Override
    public String toString() {
        return String.join(":", parts);
    }
}
