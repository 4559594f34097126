package dev.bailiwick.persistence;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `move_changes` of the database that a shard leaves: a row for each change since the move began. Exactly those are removed that were read, so
/// that a change that commits late, with a low number, is not lost.
///
/// Thread-safe.
final class MoveChanges {
    private static final Field<Long> CHANGE_NO = DSL.field(DSL.name("change_no"), SQLDataType.BIGINT);
    private static final Field<Long> MOVE_NO = DSL.field(DSL.name("move_no"), SQLDataType.BIGINT);
    private static final Field<String> TABLE_NAME = DSL.field(DSL.name("table_name"), SQLDataType.VARCHAR);
    private static final Field<String> ROW_KEY = DSL.field(DSL.name("row_key"), SQLDataType.VARCHAR);

    record Change(long number, String table, UUID key) {}

    private final ShardDatabase database;
    private final Table<Record> changes;

    MoveChanges(ShardDatabase database) {
        this.database = database;
        this.changes = DSL.table(Dialects.frameworkTable(database.dialect(), "move_changes"));
    }

    List<Change> read(ShardMove move, int count) {
        return database.db().select(CHANGE_NO, TABLE_NAME, ROW_KEY).from(changes).where(MOVE_NO.eq(move.number()))
                .orderBy(CHANGE_NO).limit(count)
                .fetch(row -> new Change(row.get(CHANGE_NO), row.get(TABLE_NAME), UUID.fromString(row.get(ROW_KEY))));
    }

    long count(ShardMove move) {
        return database.db().selectCount().from(changes).where(MOVE_NO.eq(move.number())).fetchSingle().value1();
    }

    void delete(Collection<Change> done) {
        database.db().deleteFrom(changes).where(CHANGE_NO.in(done.stream().map(Change::number).toList())).execute();
    }

    /// Those of the keys that were changed and not copied since.
    Set<UUID> among(ShardMove move, MovedTable table, Collection<UUID> keys) {
        return database.db().select(TABLE_NAME, ROW_KEY).from(changes).where(MOVE_NO.eq(move.number()))
                .and(ROW_KEY.in(keys.stream().map(UUID::toString).toList())).fetch().stream()
                .filter(row -> table.isNamed(row.get(TABLE_NAME))).map(row -> UUID.fromString(row.get(ROW_KEY)))
                .collect(Collectors.toSet());
    }

    void deleteAll(ShardMove move) {
        database.db().deleteFrom(changes).where(MOVE_NO.eq(move.number())).execute();
    }
}
