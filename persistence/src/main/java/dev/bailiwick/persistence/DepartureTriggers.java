package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.jooq.SQLDialect;

/// Triggers on the tables of a database that a shard leaves, as long as it does.
///
/// They hold for everybody who writes, by whatever statement and with whatever version of the map: they note the keys of rows that are changed, and refuse
/// to change rows when those are fenced or served elsewhere. Rows of other shards cost them a comparison. Who moves rows himself says so on his
/// connection, and is left alone.
///
/// Thread-safe.
final class DepartureTriggers {
    /// What the refusal begins with.
    static final String REFUSAL = "BAILIWICK_MOVING";

    private static final int LOCK_WAIT_MS = 200;
    private static final int ATTEMPTS = 100;
    private static final long BETWEEN_ATTEMPTS_NS = 50_000_000;

    private final ShardDatabase database;
    private final ShardIdentifier shard;
    private final LongConsumer pauseNs;

    DepartureTriggers(ShardDatabase database, ShardIdentifier shard, LongConsumer pauseNs) {
        this.database = database;
        this.shard = shard;
        this.pauseNs = pauseNs;
    }

    /// Lets the statements of a transaction pass.
    static void letPass(Transaction transaction) {
        var db = transaction.db();
        db.execute(transaction.database().dialect() == SQLDialect.POSTGRES
                ? "SET LOCAL bailiwick.mover = 'on'"
                : "SET @bailiwick_mover = 1");
    }

    /// The connection goes back to the pool.
    static void letPassNoMore(Transaction transaction) {
        if (transaction.database().dialect() != SQLDialect.POSTGRES) {
            transaction.db().execute("SET @bailiwick_mover = NULL");
        }
    }

    /// Makes them. When this returns, every transaction that has not met them has ended.
    ///
    /// A statement that waits for a long transaction makes everybody wait who comes after it. So each attempt gives up soon, and the next one follows later.
    void install(List<MovedTable> tables) {
        for (var table : tables) {
            for (int attempt = 1; !isInstalled(table, attempt == ATTEMPTS); attempt++) {
                pauseNs.accept(BETWEEN_ATTEMPTS_NS);
            }
        }
    }

    private boolean isInstalled(MovedTable table, boolean isLast) {
        try (var connection = database.connect(); var statement = connection.createStatement()) {
            for (var sql : installing(table)) {
                execute(connection, statement, sql);
            }
        } catch (SQLException e) {
            if (isLast || !Departures.isTimeout(e)) {
                throw database.failed("the triggers of a move were not made on " + table.name(), e);
            }
            return false;
        }
        if (database.dialect() == SQLDialect.H2
                && !new Departures(database).isPassed(List.of(table.sqlName(database)), LOCK_WAIT_MS)) {
            if (isLast) {
                throw new MoveRefusedException("somebody has been writing to " + table.name() + " on shard " + database
                        + " for too long: resume the move when that transaction has ended");
            }
            return false;
        }
        return true;
    }

    /// @param tables in which there are any
    void drop(List<MovedTable> tables) {
        for (var table : tables) {
            for (int attempt = 1; !isDropped(table, attempt == ATTEMPTS); attempt++) {
                pauseNs.accept(BETWEEN_ATTEMPTS_NS);
            }
        }
    }

    private boolean isDropped(MovedTable table, boolean isLast) {
        try (var connection = database.connect(); var statement = connection.createStatement()) {
            for (var sql : dropping(table)) {
                execute(connection, statement, sql);
            }
            return true;
        } catch (SQLException e) {
            if (isLast || !Departures.isTimeout(e)) {
                throw database.failed("the triggers of a move were not removed from " + table.name(), e);
            }
            return false;
        }
    }

    private void execute(Connection connection, Statement statement, String sql) throws SQLException {
        switch (database.dialect()) {
            case POSTGRES -> {
                connection.setAutoCommit(false);
                try {
                    statement.execute("SET LOCAL lock_timeout = '" + LOCK_WAIT_MS + "ms'");
                    statement.execute(sql);
                    connection.commit();
                } finally {
                    connection.rollback();
                    connection.setAutoCommit(true);
                }
            }
            case MARIADB -> {
                statement.execute("SET SESSION lock_wait_timeout = 1");
                try {
                    statement.execute(sql);
                } finally {
                    statement.execute("SET SESSION lock_wait_timeout = DEFAULT");
                }
            }
            default -> statement.execute(sql);
        }
    }

    private String nameOf(MovedTable table) {
        return "bailiwick_" + Departures.lockOf(shard) + "_"
                + Integer.toHexString(table.name().toLowerCase(Locale.ROOT).hashCode());
    }

    private List<String> installing(MovedTable table) {
        var on = table.sqlName(database);
        var name = nameOf(table);
        return switch (database.dialect()) {
            case POSTGRES -> List.of("CREATE OR REPLACE FUNCTION eventlog." + name + "() " + postgresBody(table),
                    "CREATE OR REPLACE TRIGGER " + name + " AFTER INSERT OR UPDATE OR DELETE ON " + on
                            + " FOR EACH ROW EXECUTE FUNCTION eventlog." + name + "()");
            case MARIADB -> Stream.concat(dropping(table).stream(), Stream.of(mariaDbTrigger(table, "INSERT", "NEW"),
                    mariaDbTrigger(table, "UPDATE", "NEW"), mariaDbTrigger(table, "DELETE", "OLD"))).toList();
            default -> List.of("CREATE TRIGGER IF NOT EXISTS " + schemaOf(on) + name + "_" + table.key().getName()
                    + " AFTER INSERT, UPDATE, DELETE ON " + on + " FOR EACH ROW CALL '"
                    + H2DepartureTrigger.class.getName() + "'");
        };
    }

    private List<String> dropping(MovedTable table) {
        var on = table.sqlName(database);
        var name = nameOf(table);
        return switch (database.dialect()) {
            case POSTGRES -> List.of("DROP TRIGGER IF EXISTS " + name + " ON " + on,
                    "DROP FUNCTION IF EXISTS eventlog." + name + "()");
            case MARIADB -> List.of("DROP TRIGGER IF EXISTS " + name + "_insert",
                    "DROP TRIGGER IF EXISTS " + name + "_update", "DROP TRIGGER IF EXISTS " + name + "_delete");
            default -> List.of("DROP TRIGGER IF EXISTS " + schemaOf(on) + name + "_" + table.key().getName());
        };
    }

    /// A trigger of H2 is in the schema of its table.
    private static String schemaOf(String table) {
        int dot = table.lastIndexOf('.');
        return dot < 0 ? "" : table.substring(0, dot + 1);
    }

    /// That the feed has given a position to an event is no change of the event.
    private static String isNumbering(MovedTable table) {
        return table instanceof MovedEvents ? "NOT (OLD.feed_position <=> NEW.feed_position)" : "FALSE";
    }

    private String postgresBody(MovedTable table) {
        var numbering = table instanceof MovedEvents
                ? "IF TG_OP = 'UPDATE' AND OLD.feed_position IS DISTINCT FROM NEW.feed_position THEN RETURN NULL; END IF; "
                : "";
        return "RETURNS trigger LANGUAGE plpgsql AS $body$ DECLARE changed " + table.sqlName(database)
                + "%ROWTYPE; found_state varchar; found_move bigint; BEGIN "
                + "IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF; "
                + "IF (" + table.isOfSql("changed", shard, SQLDialect.POSTGRES)
                + ") IS NOT TRUE THEN RETURN NULL; END IF; "
                + "IF current_setting('bailiwick.mover', true) = 'on' THEN RETURN NULL; END IF; " + numbering
                + "PERFORM pg_advisory_xact_lock_shared(" + Departures.LOCK + ", " + Departures.lockOf(shard) + "); "
                + "SELECT state, move_no INTO found_state, found_move FROM eventlog.departures WHERE " + ofShard()
                + "; IF found_state IN ('FENCED', 'LEFT') THEN RAISE EXCEPTION '" + refusal()
                + "' USING ERRCODE = 'BW001'; END IF; "
                + "IF found_state IS NOT NULL THEN INSERT INTO eventlog.move_changes (move_no, table_name, row_key)"
                + " VALUES (found_move, '" + table.name() + "', changed." + table.key().getName() + "); END IF; "
                + "RETURN NULL; END $body$";
    }

    private String mariaDbTrigger(MovedTable table, String operation, String row) {
        var unlessNumbering = operation.equals("UPDATE") ? " AND NOT (" + isNumbering(table) + ")" : "";
        return "CREATE TRIGGER " + nameOf(table) + "_" + operation.toLowerCase(Locale.ROOT) + " AFTER "
                + operation + " ON " + table.sqlName(database) + " FOR EACH ROW BEGIN"
                + " DECLARE found_state varchar(16) DEFAULT NULL; DECLARE found_move bigint;"
                + " DECLARE CONTINUE HANDLER FOR NOT FOUND SET found_state = NULL;"
                + " IF @bailiwick_mover IS NULL AND " + table.isOfSql(row, shard, SQLDialect.MARIADB) + unlessNumbering
                + " THEN SELECT state, move_no INTO found_state, found_move FROM eventlog_departures WHERE " + ofShard()
                + " LOCK IN SHARE MODE;"
                + " IF found_state IN ('FENCED', 'LEFT') THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = '" + refusal()
                + "'; END IF;"
                + " IF found_state IS NOT NULL THEN INSERT INTO eventlog_move_changes (move_no, table_name, row_key)"
                + " VALUES (found_move, '" + table.name() + "', " + row + "." + table.key().getName() + "); END IF;"
                + " END IF; END";
    }

    private String ofShard() {
        return "shard_group = " + shard.group() + " AND shard_member = " + shard.member();
    }

    private String refusal() {
        return REFUSAL + " " + shard;
    }
}
