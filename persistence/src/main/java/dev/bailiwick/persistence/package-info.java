/// Sharded relational persistence: models, actions and repositories that find their own shard.
///
/// Read in this order:
///
/// 1. [Model] is a row with a version and a state, and the events that its changes mean. [Entity] is the same without events.
/// 2. [Action] decides: it reads, and stages what is to be written on its plan. [ActionExecutor] performs it and then writes rows and
///    events together, in one transaction on the one shard that is concerned.
/// 3. [ModelRepository] and [EntityRepository] read and write rows through jOOQ. They ask a
///    [dev.bailiwick.placement.ShardingStrategy] for the shard; without one there is one database, and nothing of this is seen.
/// 4. [DatabaseRegistry] has the databases, from a [ShardingConfig]: a pool for each, transactions, migrations.
///
/// What would cross shards is refused unless it is asked for ([ExecutionConfiguration]). What asks every shard says how long it waits
/// and what is missing ([GatherOptions], [Gathered]).
@NullMarked
package dev.bailiwick.persistence;

import org.jspecify.annotations.NullMarked;
