package dev.bailiwick.benchmarks;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import javax.sql.DataSource;

/// What [CountAction] does, as somebody would write it who knows the tables: the same statements on the same tables, with a pool and without
/// anything between.
final class HandWrittenCount {
    private static final String INSERT = "INSERT INTO eventlog.events (id, action_id, type, model_type, model_id,"
            + " model_version, event_version, principal, payload, created_date)"
            + " SELECT ?, ?, ?, ?, ?, ?, ? + coalesce(last.version, 0), ?, ?, ? FROM (SELECT max(event_version) AS version"
            + " FROM eventlog.events WHERE model_type = ? AND model_id = ?) last";

    private final DataSource pool;

    HandWrittenCount(DataSource pool) {
        this.pool = pool;
    }

    void count(UUID meter) throws SQLException {
        long version;
        long reading;
        try (var connection = pool.getConnection();
                var select = connection.prepareStatement(
                        "SELECT id, version, state, reading, place, created_date, updated_date FROM meters WHERE id = ?"
                                + " AND state <> 'DELETED'")) {
            select.setObject(1, meter);
            try (var row = select.executeQuery()) {
                row.next();
                version = row.getLong(2);
                reading = row.getLong(4);
                row.getObject(6, OffsetDateTime.class);
                row.getObject(7, OffsetDateTime.class);
            }
        }
        try (var connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            write(connection, meter, version, reading);
            connection.commit();
        }
    }

    private static void write(Connection connection, UUID meter, long version, long reading) throws SQLException {
        var now = Instant.now().atOffset(ZoneOffset.UTC);
        try (var update = connection.prepareStatement("UPDATE meters SET version = ?, reading = ?, updated_date = ?"
                + " WHERE id = ? AND version = ? AND state <> 'DELETED'")) {
            update.setLong(1, version + 1);
            update.setLong(2, reading + 1);
            update.setObject(3, now);
            update.setObject(4, meter);
            update.setLong(5, version);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("each meter has one thread here, and one was stale");
            }
        }
        var action = Requests.commandId();
        try (var insert = connection.prepareStatement(INSERT)) {
            insert.setObject(1, action);
            insert.setObject(2, action);
            insert.setString(3, "CountAction");
            insert.setString(4, null);
            insert.setString(5, null);
            insert.setObject(6, null, Types.BIGINT);
            insert.setObject(7, null, Types.BIGINT);
            insert.setString(8, "bench");
            insert.setString(9, "{\"meter\":\"" + meter + "\"}");
            insert.setObject(10, now);
            insert.setString(11, null);
            insert.setString(12, null);
            insert.addBatch();
            insert.setObject(1, Requests.commandId());
            insert.setString(3, "Counted");
            insert.setString(4, "Meter");
            insert.setString(5, meter.toString());
            insert.setLong(6, version + 1);
            insert.setLong(7, 1);
            insert.setString(9, "{\"meter\":\"" + meter + "\",\"reading\":" + (reading + 1) + "}");
            insert.setString(11, "Meter");
            insert.setString(12, meter.toString());
            insert.addBatch();
            insert.executeBatch();
        }
    }
}
