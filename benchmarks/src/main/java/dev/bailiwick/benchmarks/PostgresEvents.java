package dev.bailiwick.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/// An events table as people build it: the unique key finds conflicts, and optionally another finds commands that were executed
/// already.
enum PostgresEvents {
    PLAIN("events", ""), WITH_COMMANDS("events_with_commands", ", command_id uuid NOT NULL UNIQUE");

    private final String table;
    private final String commandColumn;

    PostgresEvents(String table, String commandColumn) {
        this.table = table;
        this.commandColumn = commandColumn;
    }

    void create(Connection connection) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + table
                    + " (org uuid NOT NULL, type uuid NOT NULL, aggregate uuid NOT NULL, "
                    + "version bigint NOT NULL, event_type text NOT NULL, payload bytea NOT NULL" + commandColumn
                    + ", PRIMARY KEY (org, type, aggregate, version))");
        }
    }

    PreparedStatement insert(Connection connection) throws SQLException {
        return connection.prepareStatement(
                "INSERT INTO " + table + " VALUES (?, ?, ?, ?, ?, ?" + (commandColumn.isEmpty() ? ")" : ", ?)"));
    }

    /// Inserts one event in a transaction of its own; a version that is taken would violate the key.
    void insert(PreparedStatement insert, int aggregate, long version, byte[] payload) throws SQLException {
        var key = Population.key(aggregate);
        insert.setObject(1, key.orgId());
        insert.setObject(2, key.aggregateTypeId());
        insert.setObject(3, key.aggregateId());
        insert.setLong(4, version);
        insert.setString(5, Requests.EVENT_TYPE);
        insert.setBytes(6, payload);
        if (!commandColumn.isEmpty()) {
            insert.setObject(7, Requests.commandId());
        }
        insert.executeUpdate();
    }
}
