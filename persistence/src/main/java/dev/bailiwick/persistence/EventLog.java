package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.List;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jspecify.annotations.Nullable;

/// Writes the rows of the event log: one for the action, and one for each event.
///
/// The events of a model are a stream whose versions are 1, 2, 3 without a gap. The next one is found by the statement that inserts it. That
/// is safe because the same transaction has written the model's row before, and so holds its lock: nobody else can add an event of this
/// model until it ends. A unique constraint stands behind it.
///
/// All rows of a transaction go to the database in one batch, except in MariaDB.
final class EventLog {
    private static final int CHUNK = 500;

    private final PayloadWriter payloads;

    EventLog(PayloadWriter payloads) {
        this.payloads = payloads;
    }

    /// @param action empty for changes that were made without one
    void write(Transaction transaction, @Nullable ActionRecord action, List<? extends StagedChange<?>> changes,
            Instant now) {
        var dialect = transaction.database().dialect();
        try (var statement = transaction.connection().prepareStatement(sql(dialect))) {
            var rows = new Rows(statement, dialect, payloads);
            if (action != null) {
                rows.addAction(action);
            }
            for (var change : changes) {
                if (change.before() instanceof Model<?, ?, ?> model) {
                    for (var event : model.events()) {
                        rows.addEvent(action, model, change.after().version, event, now);
                    }
                }
            }
            rows.flush();
        } catch (SQLException e) {
            if (ShardDatabase.isLost(e)) {
                throw transaction.database().unavailable(e);
            }
            throw new DataAccessException("the event log of shard " + transaction.database() + " was not written: "
                    + e.getMessage(), e);
        }
    }

    static boolean hasEvents(List<? extends StagedChange<?>> changes) {
        return changes.stream().anyMatch(
                change -> change.before() instanceof Model<?, ?, ?> model && !model.events().isEmpty());
    }

    /// The subquery stands in one of its own, since MariaDB does not let a statement read the table that it writes otherwise.
    private static String sql(SQLDialect dialect) {
        var events = Dialects.frameworkTable(dialect, "events");
        return "INSERT INTO " + events + " (id, action_id, type, model_type, model_id, model_version, event_version,"
                + " principal, payload, created_date) SELECT ?, ?, ?, ?, ?, ?, ? + coalesce(last.version, 0), ?, ?, ?"
                + " FROM (SELECT max(event_version) AS version FROM " + events
                + " WHERE model_type = ? AND model_id = ?) last";
    }

    /// Belongs to one thread.
    private static final class Rows {
        private final PreparedStatement statement;
        private final SQLDialect dialect;
        private final PayloadWriter payloads;
        private int waiting;

        Rows(PreparedStatement statement, SQLDialect dialect, PayloadWriter payloads) {
            this.statement = statement;
            this.dialect = dialect;
            this.payloads = payloads;
        }

        void addAction(ActionRecord action) throws SQLException {
            statement.setObject(1, UuidBinding.stored(dialect, action.id()));
            statement.setObject(2, UuidBinding.stored(dialect, action.id()));
            model(action.name(), null, null, null);
            statement.setString(8, action.principal());
            statement.setString(9, action.params() == null ? "null" : payloads.write(action.params()));
            statement.setObject(10, InstantBinding.stored(dialect, action.date()));
            add();
        }

        void addEvent(@Nullable ActionRecord action, Model<?, ?, ?> model, long version, ModelEvent<?> event,
                Instant now) throws SQLException {
            statement.setObject(1, UuidBinding.stored(dialect, ShardedUUID.generate(ShardIdentifier.DEFAULT).value()));
            statement.setObject(2, action == null ? null : UuidBinding.stored(dialect, action.id()),
                    dialect == SQLDialect.MARIADB ? Types.VARCHAR : Types.OTHER);
            model(event.eventType(), model.getClass().getSimpleName(), StoredIds.of(model.id).toString(), version);
            statement.setString(8, action == null ? null : action.principal());
            statement.setString(9, payloads.write(event));
            statement.setObject(10, InstantBinding.stored(dialect, now));
            add();
        }

        private void model(String type, @Nullable String modelType, @Nullable String modelId, @Nullable Long version)
                throws SQLException {
            statement.setString(3, type);
            statement.setString(4, modelType);
            statement.setString(5, modelId);
            statement.setObject(6, version, Types.BIGINT);
            statement.setObject(7, version == null ? null : 1L, Types.BIGINT);
            statement.setString(11, modelType);
            statement.setString(12, modelId);
        }

        /// MariaDB has no batches of inserts that read.
        private void add() throws SQLException {
            if (dialect == SQLDialect.MARIADB) {
                statement.executeUpdate();
                return;
            }
            statement.addBatch();
            if (++waiting == CHUNK) {
                flush();
            }
        }

        void flush() throws SQLException {
            if (waiting > 0) {
                statement.executeBatch();
                waiting = 0;
            }
        }
    }
}
