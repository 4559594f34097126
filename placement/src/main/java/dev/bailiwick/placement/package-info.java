/// Where a fact lives: keys, ids, routing rules, strategies and partition maps.
///
/// Everything here answers one question, *which shard decides this?*, and answers it with plain arithmetic on values that
/// the caller already holds. There is no I/O, no clock that a test cannot replace, and no dependency.
///
/// Read in this order:
///
/// 1. [AggregateKey] names one event stream: `org / type / id`, each part 128 bits.
/// 2. [RoutingRule] picks the one part whose value decides the placement.
/// 3. [PartitionMap] turns that value into a partition (unsigned modulo, never a hash) and the partition into a
///    [ShardIdentifier]. Partitions never change; which shard owns one may change, in a later epoch of the map.
/// 4. [IdAllocator] makes ids that land together on purpose.
/// 5. [ShardedUUID] and [ShardedId] carry their shard inside the id, for relational rows.
/// 6. [Placement] is the general form, key to place; [HashPlacement], [RangePlacement] and [DirectoryPlacement] are answers,
///    and [ShardingStrategy] is how a repository asks.
/// 7. [RegisteredShards] says which shard serves a shard that has no database of its own yet.
@NullMarked
package dev.bailiwick.placement;

import org.jspecify.annotations.NullMarked;
