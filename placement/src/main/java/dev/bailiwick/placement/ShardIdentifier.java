package dev.bailiwick.placement;

import java.util.stream.IntStream;

/// The address of a shard: a *group* (policy: residency, tenant contract) and a *member* (capacity within the group).
///
/// There is exactly one instance for each pair, so `==` and `equals` agree and routing allocates nothing.
public final class ShardIdentifier implements Comparable<ShardIdentifier> {
    public static final int MAX_GROUP = 255;
    public static final int MAX_MEMBER = 63;

    static final int MEMBER_BITS = 6;

    private static final ShardIdentifier[] ALL = IntStream.range(0, (MAX_GROUP + 1) << MEMBER_BITS)
            .mapToObj(bits -> new ShardIdentifier(bits >>> MEMBER_BITS, bits & MAX_MEMBER))
            .toArray(ShardIdentifier[]::new);

    /// Group 0, member 0: the only shard of an unsharded system, and the one that serves shards without a home of their own.
    public static final ShardIdentifier DEFAULT = of(0, 0);

    private final int group;
    private final int member;

    private ShardIdentifier(int group, int member) {
        this.group = group;
        this.member = member;
    }

    public static ShardIdentifier of(int group, int member) {
        if (group < 0 || group > MAX_GROUP) {
            throw new IllegalArgumentException("a shard's group is 0 to " + MAX_GROUP + ", not " + group);
        }
        if (member < 0 || member > MAX_MEMBER) {
            throw new IllegalArgumentException("a shard's member is 0 to " + MAX_MEMBER + ", not " + member);
        }
        return ofBits(group << MEMBER_BITS | member);
    }

    /// The inverse of [#bits].
    static ShardIdentifier ofBits(int bits) {
        return ALL[bits];
    }

    /// Group and member in 14 bits, as they stand in a [ShardedUUID] and in a serialised [PartitionMap].
    int bits() {
        return group << MEMBER_BITS | member;
    }

    public int group() {
        return group;
    }

    public int member() {
        return member;
    }

    @Override
    public int compareTo(ShardIdentifier other) {
        return Integer.compare(bits(), other.bits());
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return bits();
    }

    /// `group/member`, for example `1/0`.
    @Override
    public String toString() {
        return group + "/" + member;
    }
}
