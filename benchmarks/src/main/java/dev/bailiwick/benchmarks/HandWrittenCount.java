package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.spi.HashChain;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import javax.sql.DataSource;

/// What [CountAction] does, as somebody would write it who knows the tables: the same statements on the same tables, with a pool and without
/// anything between.
final class HandWrittenCount {
    private static final String LAST = "SELECT event_version, hash FROM eventlog.events WHERE model_type = ? AND model_id = ?"
            + " ORDER BY event_version DESC LIMIT 1";
    private static final String INSERT = "INSERT INTO eventlog.events (id, action_id, type, model_type, model_id,"
            + " model_version, event_version, principal, payload, created_date, salt, hash, feed_position)"
            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final UUID METERS = Ids.named("Meter");

    private final SecureRandom random = new SecureRandom();
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
            write(connection, meter, version, reading + 1);
            connection.commit();
        }
    }

    private void write(Connection connection, UUID meter, long version, long reading) throws SQLException {
        var now = Instant.now().atOffset(ZoneOffset.UTC);
        try (var update = connection.prepareStatement("UPDATE meters SET version = ?, reading = ?, updated_date = ?"
                + " WHERE id = ? AND version = ? AND state <> 'DELETED'")) {
            update.setLong(1, version + 1);
            update.setLong(2, reading);
            update.setObject(3, now);
            update.setObject(4, meter);
            update.setLong(5, version);
            if (update.executeUpdate() != 1) {
                throw new IllegalStateException("each meter has one thread here, and one was stale");
            }
        }
        var action = Requests.commandId();
        var key = AggregateKey.of(new UUID(0, 0), METERS, meter);
        var chain = new HashChain();
        long last = 0;
        var previous = chain.genesis(key);
        try (var select = connection.prepareStatement(LAST)) {
            select.setString(1, "Meter");
            select.setString(2, meter.toString());
            try (var row = select.executeQuery()) {
                if (row.next()) {
                    last = row.getLong(1);
                    previous = Hash256.of(row.getBytes(2));
                }
            }
        }
        var payload = "{\"meter\":\"" + meter + "\",\"reading\":" + reading + "}";
        var salt = new byte[HashChain.SALT_BYTES];
        random.nextBytes(salt);
        var metadata = new TreeMap<>(Map.of("modelVersion", Long.toString(version + 1), "actionId", action.toString(),
                "principal", "bench"));
        var hash = chain.next(previous, key, last + 1, "Counted", metadata,
                chain.payload(salt, payload.getBytes(StandardCharsets.UTF_8)));
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
            insert.setBytes(11, null);
            insert.setBytes(12, null);
            insert.setLong(13, 0);
            insert.addBatch();
            insert.setObject(1, Requests.commandId());
            insert.setString(3, "Counted");
            insert.setString(4, "Meter");
            insert.setString(5, meter.toString());
            insert.setLong(6, version + 1);
            insert.setLong(7, last + 1);
            insert.setString(9, payload);
            insert.setBytes(11, salt);
            insert.setBytes(12, hash.toBytes());
            insert.setObject(13, null, Types.BIGINT);
            insert.addBatch();
            insert.executeBatch();
        }
    }
}
