package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardingStrategy;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;

/// The entities of one table. Subclasses say how a record becomes an entity and an entity a record.
///
/// @param <ID> the type of the id in the database
public abstract non-sealed class EntityRepository<E extends Entity<E, ?, ?>, R extends Record, T extends Table<R>, ID>
        extends
            Repository<E, R, T, ID> {
    /// Everything is on the default shard.
    protected EntityRepository(Class<E> type, T table, TableField<R, ID> idField, DatabaseRegistry databases) {
        super(type, table, idField, databases, null);
    }

    /// The strategy says on which shard a row is.
    protected EntityRepository(Class<E> type, T table, TableField<R, ID> idField, DatabaseRegistry databases,
            ShardingStrategy<ID> strategy) {
        super(type, table, idField, databases, strategy);
    }
}
