package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.placement.ShardingStrategy;
import dev.bailiwick.placement.TypedId;
import java.util.List;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;

/// The models of one table. Subclasses say how a record becomes a model and a model a record.
///
/// @param <ID> the type of the id in the database
public abstract non-sealed class ModelRepository<M extends Model<M, ?, ?>, R extends Record, T extends Table<R>, ID>
        extends
            Repository<M, R, T, ID> {
    /// Everything is on the default shard.
    protected ModelRepository(Class<M> type, T table, TableField<R, ID> idField, DatabaseRegistry databases) {
        super(type, table, idField, databases, null);
    }

    /// The strategy says on which shard a row is.
    protected ModelRepository(Class<M> type, T table, TableField<R, ID> idField, DatabaseRegistry databases,
            ShardingStrategy<ID> strategy) {
        super(type, table, idField, databases, strategy);
    }

    /// The events of a model from a version on, in order.
    ///
    /// @param fromVersion 1 for the first
    /// @param maxCount 1 to 10,000
    /// @return fewer than `maxCount` where there are no more
    public List<LoggedEvent> eventsOf(ID id, long fromVersion, int maxCount) {
        return readStream(id, stream -> stream.from(fromVersion, maxCount));
    }

    public List<LoggedEvent> eventsOf(ShardedUUID id, long fromVersion, int maxCount) {
        return eventsOf(stored(id), fromVersion, maxCount);
    }

    public List<LoggedEvent> eventsOf(TypedId<M> id, long fromVersion, int maxCount) {
        return eventsOf(stored(id), fromVersion, maxCount);
    }

    /// The same where an id alone does not decide.
    public List<LoggedEvent> eventsOf(M model, long fromVersion, int maxCount) {
        return readStream(model, stream -> stream.from(fromVersion, maxCount));
    }

    /// Computes the hashes of a model's events anew and compares them.
    ///
    /// @return how many events there are
    /// @throws ChainBrokenException where one was changed, removed or put in
    public long verifyEventsOf(M model) {
        return readStream(model, ModelStream::verify);
    }
}
