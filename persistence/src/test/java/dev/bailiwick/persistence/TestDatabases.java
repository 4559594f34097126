package dev.bailiwick.persistence;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Fresh databases on servers of each kind.
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
            var server = TestServers.postgres();
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
            int port = TestServers.maria().getConfiguration().getPort();
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
                configs.add(create("shard_" + NUMBER.incrementAndGet()).withConnectionTimeoutMs(30_000));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return configs;
    }
}
