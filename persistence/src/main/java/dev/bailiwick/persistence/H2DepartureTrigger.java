package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import org.h2.api.Trigger;
import org.jspecify.annotations.Nullable;

/// The trigger of [DepartureTriggers] for H2, which takes a class. H2 makes an instance for each trigger, whose name tells the shard and the column of the
/// key.
public final class H2DepartureTrigger implements Trigger {
    private static final String EVENTS = "EVENTS";

    private ShardIdentifier shard = ShardIdentifier.DEFAULT;
    private String table = "";
    private int key;
    private int modelType = -1;
    private int modelId = -1;
    private int feedPosition = -1;

    public H2DepartureTrigger() {
    }

    @Override
    public void init(Connection connection, String schemaName, String triggerName, String tableName, boolean before,
            int type) throws SQLException {
        var parts = triggerName.toLowerCase(Locale.ROOT).split("_", 4); // bailiwick_<shard>_<table>_<key>
        int bits = Integer.parseInt(parts[1]);
        shard = ShardIdentifier.of(bits >>> 6, bits & ShardIdentifier.MAX_MEMBER);
        key = column(connection, schemaName, tableName, parts[3]);
        boolean isEvents = schemaName.equals("EVENTLOG") && tableName.equals(EVENTS);
        table = schemaName.toLowerCase(Locale.ROOT) + "." + tableName.toLowerCase(Locale.ROOT);
        if (isEvents) {
            modelType = column(connection, schemaName, tableName, "model_type");
            modelId = column(connection, schemaName, tableName, "model_id");
            feedPosition = column(connection, schemaName, tableName, "feed_position");
        }
    }

    private static int column(Connection connection, String schema, String table, String name) throws SQLException {
        try (var columns = connection.getMetaData().getColumns(null, schema, table, null)) {
            while (columns.next()) {
                if (columns.getString("COLUMN_NAME").equalsIgnoreCase(name)) {
                    return columns.getInt("ORDINAL_POSITION") - 1;
                }
            }
        }
        throw new SQLException("the table " + table + " has no column " + name);
    }

    @Override
    public void fire(Connection connection, @Nullable Object @Nullable [] oldRow,
            @Nullable Object @Nullable [] newRow) throws SQLException {
        var row = newRow == null ? oldRow : newRow;
        if (row == null || !HomePattern.isIn(String.valueOf(row[modelId < 0 ? key : modelId]), shard)) {
            return;
        }
        boolean isNumbering = feedPosition >= 0 && oldRow != null && newRow != null
                && !Objects.equals(oldRow[feedPosition], newRow[feedPosition]);
        if (!isNumbering) {
            check(connection, row);
        }
    }

    private void check(Connection connection, @Nullable Object[] row) throws SQLException {
        try (var statement = connection.createStatement();
                var found = statement.executeQuery("SELECT state, move_no, model_types, @bailiwick_mover"
                        + " FROM eventlog.departures WHERE shard_group = " + shard.group() + " AND shard_member = "
                        + shard.member())) {
            if (!found.next() || found.getObject(4) != null || !isMoving(found.getString(3), row)) {
                return;
            }
            if (!found.getString(1).equals(Departures.State.WATCHED.name())) {
                throw new SQLException(DepartureTriggers.REFUSAL + " " + shard, "BW001");
            }
            note(connection, found.getLong(2), String.valueOf(row[key]));
        }
    }

    private boolean isMoving(String modelTypes, @Nullable Object[] row) {
        return modelType < 0 || Arrays.asList(modelTypes.split(" ")).contains(String.valueOf(row[modelType]));
    }

    private void note(Connection connection, long move, String rowKey) throws SQLException {
        try (var insert = connection.prepareStatement(
                "INSERT INTO eventlog.move_changes (move_no, table_name, row_key) VALUES (?, ?, ?)")) {
            insert.setLong(1, move);
            insert.setString(2, table);
            insert.setString(3, rowKey);
            insert.executeUpdate();
        }
    }
}
