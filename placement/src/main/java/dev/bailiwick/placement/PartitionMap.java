package dev.bailiwick.placement;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;

/// Which shard owns which partition, in one epoch. Immutable; a move makes the map of the next epoch.
///
/// The partition of an id is `id mod partitionCount` and never changes. The first map, epoch 1, gives partition `p` to
/// member `p mod shardCount`; since the partition count is a multiple of the shard count, placement then equals
/// `id mod shardCount` exactly. Each partition remembers the epoch in which it last changed owner, so that a writer with
/// an old map can be refused for that partition alone.
public final class PartitionMap {
    /// The partition count is at least this unless another is asked for by name.
    public static final int DEFAULT_MIN_PARTITIONS = 4_096;
    public static final int MAX_PARTITIONS = 65_536;
    public static final int MAX_SHARDS = ShardIdentifier.MAX_MEMBER + 1;
    public static final long FIRST_EPOCH = 1;

    private final long epoch;
    private final int group;
    private final int shardCount;
    private final ShardIdentifier[] owners;
    private final long[] changedIn;

    /// Takes ownership of the arrays.
    PartitionMap(long epoch, int group, int shardCount, ShardIdentifier[] owners, long[] changedIn) {
        this.epoch = epoch;
        this.group = group;
        this.shardCount = shardCount;
        this.owners = owners;
        this.changedIn = changedIn;
    }

    /// The first map of a store with the default partition count: the smallest multiple of `shardCount` that is at least
    /// [#DEFAULT_MIN_PARTITIONS].
    public static PartitionMap initial(int group, int shardCount) {
        checkShardCount(shardCount);
        return initial(group, shardCount, Math.ceilDiv(DEFAULT_MIN_PARTITIONS, shardCount) * shardCount);
    }

    /// The first map of a store with a partition count of one's own, which must be a multiple of `shardCount`.
    public static PartitionMap initial(int group, int shardCount, int partitionCount) {
        checkShardCount(shardCount);
        checkPartitionCount(partitionCount);
        if (partitionCount % shardCount != 0) {
            throw new IllegalArgumentException("the partition count must be a multiple of the shard count " + shardCount
                    + ", else the first placement would not equal id mod " + shardCount + "; " + partitionCount
                    + " is not");
        }
        var owners = new ShardIdentifier[partitionCount];
        Arrays.setAll(owners, partition -> home(group, shardCount, partition));
        var changedIn = new long[partitionCount];
        Arrays.fill(changedIn, FIRST_EPOCH);
        return new PartitionMap(FIRST_EPOCH, group, shardCount, owners, changedIn);
    }

    /// The unsigned remainder of a 128-bit id: its partition among `partitionCount`.
    public static int partitionOf(UUID routingId, int partitionCount) {
        checkPartitionCount(partitionCount);
        return Unsigned128.mod(routingId, partitionCount);
    }

    public long epoch() {
        return epoch;
    }

    public int partitionCount() {
        return owners.length;
    }

    public int partitionOf(UUID routingId) {
        return Unsigned128.mod(routingId, owners.length);
    }

    public int partitionOf(RoutingRule rule, AggregateKey key) {
        return partitionOf(rule.routingId(key));
    }

    public ShardIdentifier shardOf(int partition) {
        return owners[checkPartition(partition)];
    }

    public ShardIdentifier shardOf(RoutingRule rule, AggregateKey key) {
        return owners[partitionOf(rule, key)];
    }

    /// The epoch in which this partition last changed owner.
    public long changedIn(int partition) {
        return changedIn[checkPartition(partition)];
    }

    /// The partitions that `shard` owns, ascending; none for a shard that owns nothing.
    public SortedSet<Integer> partitionsOf(ShardIdentifier shard) {
        var partitions = new TreeSet<Integer>();
        for (int partition = 0; partition < owners.length; partition++) {
            if (owners[partition].equals(shard)) {
                partitions.add(partition);
            }
        }
        return Collections.unmodifiableSortedSet(partitions);
    }

    /// Every shard that owns at least one partition, ascending.
    public SortedSet<ShardIdentifier> shards() {
        return Collections.unmodifiableSortedSet(Arrays.stream(owners).collect(Collectors.toCollection(TreeSet::new)));
    }

    /// The map of the next epoch, in which `toShard` owns these partitions. A group is a policy boundary, so a partition of
    /// another group is refused; see [#withMovedAcrossGroups].
    public PartitionMap withMoved(Collection<Integer> partitions, ShardIdentifier toShard) {
        for (int partition : partitions) {
            if (shardOf(partition).group() != toShard.group()) {
                throw new IllegalArgumentException(
                        "partition " + partition + " is in group " + shardOf(partition).group()
                                + " and shard " + toShard + " is in group " + toShard.group()
                                + ": a move across groups must be asked for by withMovedAcrossGroups");
            }
        }
        return withMovedAcrossGroups(partitions, toShard);
    }

    /// Like [#withMoved], also where the data leaves its group.
    public PartitionMap withMovedAcrossGroups(Collection<Integer> partitions, ShardIdentifier toShard) {
        if (partitions.isEmpty()) {
            throw new IllegalArgumentException("a move names at least one partition");
        }
        var nextOwners = owners.clone();
        var nextChangedIn = changedIn.clone();
        for (int partition : partitions) {
            if (nextOwners[checkPartition(partition)].equals(toShard)) {
                throw new IllegalArgumentException("partition " + partition
                        + (owners[partition].equals(toShard) ? " is already on shard " + toShard : " is named twice"));
            }
            nextOwners[partition] = toShard;
            nextChangedIn[partition] = epoch + 1;
        }
        return new PartitionMap(epoch + 1, group, shardCount, nextOwners, nextChangedIn);
    }

    /// The serialised form: versioned, checksummed, and a few bytes for each partition that has ever moved.
    public byte[] toBytes() {
        return PartitionMapFormat.write(this);
    }

    /// Reads what [#toBytes] wrote.
    ///
    /// @throws UnreadablePartitionMapException if the bytes are damaged or of a newer format
    public static PartitionMap fromBytes(byte[] bytes) {
        return PartitionMapFormat.read(bytes);
    }

    /// The group of the first map.
    int initialGroup() {
        return group;
    }

    /// The shard count of the first map.
    int initialShardCount() {
        return shardCount;
    }

    static ShardIdentifier home(int group, int shardCount, int partition) {
        return ShardIdentifier.of(group, partition % shardCount);
    }

    static void checkPartitionCount(int partitionCount) {
        if (partitionCount < 1 || partitionCount > MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "a store has 1 to " + MAX_PARTITIONS + " partitions, not " + partitionCount);
        }
    }

    private static void checkShardCount(int shardCount) {
        if (shardCount < 1 || shardCount > MAX_SHARDS) {
            throw new IllegalArgumentException("a store starts with 1 to " + MAX_SHARDS + " shards, not " + shardCount);
        }
    }

    private int checkPartition(int partition) {
        if (partition < 0 || partition >= owners.length) {
            throw new IllegalArgumentException(
                    "a partition of this map is 0 to " + (owners.length - 1) + ", not " + partition);
        }
        return partition;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionMap that && epoch == that.epoch && group == that.group
                && shardCount == that.shardCount && Arrays.equals(owners, that.owners)
                && Arrays.equals(changedIn, that.changedIn);
    }

    @Override
    public int hashCode() {
        return 31 * Long.hashCode(epoch) + Arrays.hashCode(owners);
    }

    @Override
    public String toString() {
        return "PartitionMap[epoch " + epoch + ", " + owners.length + " partitions on " + shards() + "]";
    }
}
