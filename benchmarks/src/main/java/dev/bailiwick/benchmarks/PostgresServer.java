package dev.bailiwick.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/// A PostgreSQL of its own, durable and with room enough that no checkpoint falls into a short run.
final class PostgresServer implements AutoCloseable {
    /// What differs from the defaults of PostgreSQL. Everything that makes a commit durable is on.
    private static final Map<String, String> SETTINGS = Map.ofEntries(Map.entry("fsync", "on"),
            Map.entry("synchronous_commit", "on"), Map.entry("full_page_writes", "on"),
            Map.entry("shared_buffers", "1GB"), Map.entry("max_wal_size", "16GB"), Map.entry("min_wal_size", "2GB"),
            Map.entry("wal_buffers", "64MB"), Map.entry("checkpoint_timeout", "30min"),
            Map.entry("max_connections", "200"), Map.entry("jit", "off"));

    private static final String REPORTED = "'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', "
            + "'shared_buffers', 'max_wal_size', 'min_wal_size', 'wal_buffers', 'checkpoint_timeout', 'commit_delay', "
            + "'wal_level', 'wal_compression', 'autovacuum', 'jit', 'data_checksums'";

    private final EmbeddedPostgres server;

    private PostgresServer(EmbeddedPostgres server) {
        this.server = server;
    }

    static PostgresServer start(Path directory) throws IOException {
        var builder = EmbeddedPostgres.builder().setDataDirectory(directory.resolve("data"))
                .setOverrideWorkingDirectory(directory.resolve("binaries").toFile())
                .setErrorRedirector(ProcessBuilder.Redirect.DISCARD)
                .setOutputRedirector(ProcessBuilder.Redirect.DISCARD).setPGStartupWait(Duration.ofMinutes(1));
        SETTINGS.forEach(builder::setServerConfig);
        return new PostgresServer(builder.start());
    }

    /// A connection whose statements are prepared on the server from the first use and commit by themselves.
    Connection connect() throws SQLException {
        return DriverManager.getConnection(server.getJdbcUrl("postgres", "postgres") + "&prepareThreshold=1");
    }

    /// The URL of a database, without a login.
    String url(String database) {
        return "jdbc:postgresql://localhost:" + server.getPort() + "/" + database;
    }

    /// The version and the settings in force, as the server says.
    Map<String, String> settings() throws SQLException {
        var settings = new LinkedHashMap<String, String>();
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT name, current_setting(name) FROM pg_settings WHERE name IN ("
                        + REPORTED + ") ORDER BY name")) {
            settings.put("version", connection.getMetaData().getDatabaseProductVersion());
            settings.put("driver", connection.getMetaData().getDriverVersion());
            while (rows.next()) {
                settings.put(rows.getString(1), rows.getString(2));
            }
        }
        return settings;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
