package dev.bailiwick.persistence;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import javax.sql.DataSource;

/// Opens the pool of a database; a test may put something between.
@FunctionalInterface
interface PoolFactory {
    /// Opens a pool, which belongs to the caller.
    ///
    /// @param name for people, unique in the registry
    DataSource open(DataSourceConfig config, String name, boolean readOnly);

    /// Opening needs no answer from the database, so that one that is down does not keep the others from serving. Every
    /// connection reads what is committed: the default of PostgreSQL and H2, and in MariaDB the level at which two
    /// transactions that read different models do not lock each other out.
    static DataSource hikari(DataSourceConfig config, String name, boolean readOnly) {
        var hikari = new HikariConfig();
        hikari.setPoolName("bailiwick " + name);
        hikari.setJdbcUrl(config.jdbcUrl());
        if (!config.username().isEmpty()) {
            hikari.setUsername(config.username());
        }
        if (!config.password().isEmpty()) {
            hikari.setPassword(config.password());
        }
        hikari.setMaximumPoolSize(config.maximumPoolSize());
        hikari.setMinimumIdle(config.minimumIdle());
        hikari.setConnectionTimeout(config.connectionTimeoutMs());
        hikari.setValidationTimeout(Math.min(5_000, config.connectionTimeoutMs()));
        hikari.setMaxLifetime(config.maxLifetimeMs());
        hikari.setLeakDetectionThreshold(config.leakDetectionThresholdMs());
        hikari.setTransactionIsolation("TRANSACTION_READ_COMMITTED");
        hikari.setReadOnly(readOnly);
        hikari.setInitializationFailTimeout(-1);
        return new HikariDataSource(hikari);
    }
}
