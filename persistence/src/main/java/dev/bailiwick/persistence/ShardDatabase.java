package dev.bailiwick.persistence;

import com.zaxxer.hikari.HikariDataSource;
import dev.bailiwick.placement.ShardIdentifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.jooq.Configuration;
import org.jooq.ConnectionProvider;
import org.jooq.DSLContext;
import org.jooq.ExecuteContext;
import org.jooq.ExecuteListener;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.DefaultConfiguration;
import org.jspecify.annotations.Nullable;

/// One shard's pool, and the pool of its replica where there is one. Thread-safe.
final class ShardDatabase implements AutoCloseable {
    private static final Pattern REFUSAL = Pattern.compile(DepartureTriggers.REFUSAL + " (\\d+)/(\\d+)");
    private static final List<String> DEADLOCK = List.of("40001", "40P01");
    private static final List<String> H2_CLOSED = List.of("90067", "90098", "90121");

    private final ShardIdentifier shard;
    private final ShardMemberConfig config;
    private final SQLDialect dialect;
    private final DataSource primary;
    private final @Nullable DataSource replica;
    private final Configuration template;
    private final DSLContext db;
    private final DSLContext readonlyDb;
    private final List<Runnable> followers = new CopyOnWriteArrayList<>();

    ShardDatabase(ShardIdentifier shard, ShardMemberConfig config, PoolFactory pools) {
        this.shard = shard;
        this.config = config;
        this.dialect = Dialects.ofUrl(config.primaryConfig().jdbcUrl());
        this.primary = pools.open(config.primaryConfig(), config.name(), false);
        this.replica = config.secondaryConfig().map(secondary -> openReplica(pools, secondary)).orElse(null);
        this.template = new DefaultConfiguration().set(dialect).set(Dialects.settings()).set(new Translation());
        template.data(ShardDatabase.class, this);
        this.db = context(new Pooled(primary, config.primaryConfig()));
        this.readonlyDb = replica == null
                ? db
                : context(new Pooled(replica, config.secondaryConfig().orElseThrow()));
    }

    private DataSource openReplica(PoolFactory pools, DataSourceConfig secondary) {
        try {
            return pools.open(secondary, config.name() + " (replica)", true);
        } catch (RuntimeException e) {
            closed(primary).ifPresent(e::addSuppressed);
            throw e;
        }
    }

    ShardIdentifier shard() {
        return shard;
    }

    /// For people.
    String name() {
        return config.name();
    }

    SQLDialect dialect() {
        return dialect;
    }

    DataSourceConfig primaryConfig() {
        return config.primaryConfig();
    }

    /// How long [#connect] or [#connectReadonly] wait at most.
    long connectionTimeoutMs(boolean ofPrimary) {
        var settings = ofPrimary ? config.primaryConfig() : config.secondaryConfig().orElse(config.primaryConfig());
        return settings.connectionTimeoutMs();
    }

    /// Statements that each commit by themselves.
    DSLContext db() {
        return db;
    }

    /// The replica, or else the same as [#db].
    DSLContext readonlyDb() {
        return readonlyDb;
    }

    /// Statements on one connection.
    DSLContext onConnection(Connection connection) {
        return context(new Single(connection));
    }

    /// A connection of the pool, to be closed by the caller.
    Connection connect() {
        return new Pooled(primary, config.primaryConfig()).acquire();
    }

    Connection connectReadonly() {
        return replica == null ? connect() : new Pooled(replica, config.secondaryConfig().orElseThrow()).acquire();
    }

    /// Lets somebody know of each commit of events by this process. What is run does not block.
    void follow(Runnable follower) {
        followers.add(follower);
    }

    void unfollow(Runnable follower) {
        followers.remove(follower);
    }

    /// There are events, or other work, for those who follow.
    void tellFollowers() {
        followers.forEach(Runnable::run);
    }

    /// `0/1 (global-eu-2)`
    @Override
    public String toString() {
        return shard + " (" + config.name() + ")";
    }

    /// @throws IllegalStateException where a pool could not be closed; the other one is, nevertheless
    @Override
    public void close() {
        var failure = closed(primary);
        var second = replica == null ? Optional.<Exception>empty() : closed(replica);
        if (failure.isPresent() && second.isPresent()) {
            failure.get().addSuppressed(second.get());
        }
        failure.or(() -> second).ifPresent(cause -> {
            throw new IllegalStateException("a pool of shard " + this + " could not be closed", cause);
        });
    }

    /// What it failed with.
    private static Optional<Exception> closed(DataSource pool) {
        try {
            if (pool instanceof AutoCloseable closeable) {
                closeable.close();
            }
            return Optional.empty();
        } catch (Exception e) {
            return Optional.of(e);
        }
    }

    /// The database that a context is of, if it is one of these.
    static Optional<ShardDatabase> of(DSLContext db) {
        return db.configuration().data(ShardDatabase.class) instanceof ShardDatabase database
                ? Optional.of(database)
                : Optional.empty();
    }

    private DSLContext context(ConnectionProvider connections) {
        return DSL.using(template.derive(connections));
    }

    /// What a statement that was not jOOQ's failed with.
    RuntimeException failed(String what, SQLException cause) {
        var moving = moving(cause);
        if (moving.isPresent()) {
            return moving.get();
        }
        return isLost(cause)
                ? unavailable(cause)
                : new DataAccessException(what + " on shard " + this + ": " + cause.getMessage(), cause);
    }

    /// What a trigger of a move has refused; see [DepartureTriggers].
    private static Optional<RuntimeException> moving(SQLException failure) {
        for (var next = failure; next != null; next = next.getNextException()) {
            for (Throwable cause = next; cause != null; cause = cause.getCause()) {
                var refusal = REFUSAL.matcher(String.valueOf(cause.getMessage()));
                if (refusal.find()) {
                    var moved = ShardIdentifier.of(Integer.parseInt(refusal.group(1)),
                            Integer.parseInt(refusal.group(2)));
                    return Optional.of(new ShardMovingException(moved, failure));
                }
            }
        }
        return Optional.empty();
    }

    ShardUnavailableException unavailable(SQLException cause) {
        return new ShardUnavailableException(shard, "shard " + this + " does not answer: " + cause.getMessage()
                + ". See that the database runs and can be reached; the pool connects again by itself", cause);
    }

    /// Whether the line to the database is what failed, rather than a statement.
    static boolean isLost(SQLException failure) {
        var state = String.valueOf(failure.getSQLState());
        return state.startsWith("08") || state.startsWith("57P") || H2_CLOSED.contains(state)
                || failure instanceof SQLNonTransientConnectionException
                || failure instanceof SQLRecoverableException;
    }

    /// Whether a database has rolled a transaction back because it waited for another that waited for it.
    static boolean isDeadlock(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && DEADLOCK.contains(String.valueOf(sql.getSQLState()))) {
                return true;
            }
        }
        return false;
    }

    /// One connection, which somebody else opened and closes.
    private record Single(Connection connection) implements ConnectionProvider {
        @Override
        public Connection acquire() {
            return connection;
        }

        @Override
        public void release(Connection released) {
            // stays with the transaction
        }
    }

    private final class Pooled implements ConnectionProvider {
        private final DataSource pool;
        private final DataSourceConfig settings;

        Pooled(DataSource pool, DataSourceConfig settings) {
            this.pool = pool;
            this.settings = settings;
        }

        @Override
        public Connection acquire() {
            try {
                return pool.getConnection();
            } catch (SQLException e) {
                throw new ShardUnavailableException(shard, "shard " + ShardDatabase.this
                        + " has no connection to give within " + settings.connectionTimeoutMs() + " ms" + usage(), e);
            }
        }

        /// A pool that is full is one problem, and a database that is down another.
        private String usage() {
            if (pool instanceof HikariDataSource hikari && hikari.getHikariPoolMXBean() != null) {
                var state = hikari.getHikariPoolMXBean();
                if (state.getActiveConnections() >= settings.maximumPoolSize()) {
                    return ": all " + settings.maximumPoolSize() + " are in use. Give it a larger maximum-pool-size, or"
                            + " find out who keeps them";
                }
            }
            return ". See that the database runs and can be reached; the pool connects again by itself";
        }

        @Override
        public void release(Connection connection) {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new DataAccessException("a connection could not be given back", e);
            }
        }
    }

    private final class Translation implements ExecuteListener {
        private static final long serialVersionUID = 1;

        @Override
        public void exception(ExecuteContext context) {
            var failure = context.sqlException();
            if (failure != null && isLost(failure)) {
                context.exception(unavailable(failure));
            } else if (failure != null) {
                moving(failure).ifPresent(context::exception);
            }
        }
    }
}
