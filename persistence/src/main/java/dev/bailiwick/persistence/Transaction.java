package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jooq.DSLContext;
import org.jooq.exception.DataAccessException;

/// One open transaction on one shard. Belongs to the thread that opened it.
final class Transaction implements AutoCloseable {
    private static final Logger LOG = System.getLogger(Transaction.class.getName());

    private final ShardDatabase database;
    private final Connection connection;
    private final DSLContext db;
    private final Set<ShardIdentifier> claims = new HashSet<>();
    private boolean rollbackOnly;
    private boolean ended;
    private boolean hasEvents;

    private Transaction(ShardDatabase database, Connection connection) {
        this.database = database;
        this.connection = connection;
        this.db = database.onConnection(connection);
    }

    static Transaction begin(ShardDatabase database) {
        var connection = database.connect();
        try {
            connection.setAutoCommit(false);
            return new Transaction(database, connection);
        } catch (SQLException | RuntimeException e) {
            closeQuietly(connection, e);
            throw e instanceof SQLException failure ? database.unavailable(failure) : (RuntimeException) e;
        }
    }

    ShardDatabase database() {
        return database;
    }

    DSLContext db() {
        return db;
    }

    Connection connection() {
        return connection;
    }

    /// Whether nobody has asked this for the shard before.
    boolean isFirstClaimOf(ShardIdentifier shard) {
        return claims.add(shard);
    }

    /// What is done so far must not be committed, since a part of it failed.
    void setRollbackOnly() {
        rollbackOnly = true;
    }

    /// Those who follow the events of the shard are to know when it commits.
    void setHasEvents() {
        hasEvents = true;
    }

    /// @throws CommitUnknownException where the line broke, so that nobody can say
    void commit() {
        if (rollbackOnly) {
            throw new IllegalStateException("a part of this transaction on shard " + database
                    + " has failed, so it is rolled back: let the exception of that part pass");
        }
        try {
            ended = true;
            connection.commit();
        } catch (SQLException e) {
            if (ShardDatabase.isLost(e)) {
                throw new CommitUnknownException(database.shard(), "the line to shard " + database
                        + " broke while it committed, so that it may have committed or not: " + e.getMessage(), e);
            }
            throw new DataAccessException("shard " + database + " refused to commit: " + e.getMessage(), e);
        }
        if (hasEvents) {
            database.tellFollowers();
        }
    }

    /// Rolls back what is not committed and gives the connection back. Where that fails the database rolls back by itself, since the
    /// pool drops a connection that does not work.
    @Override
    public void close() {
        try (connection) {
            if (!ended) {
                connection.rollback();
            }
        } catch (SQLException e) {
            LOG.log(Level.DEBUG, "a transaction on shard " + database + " could not be rolled back", e);
        }
    }

    private static void closeQuietly(Connection connection, Exception cause) {
        try {
            connection.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }
}
