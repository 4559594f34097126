package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;

/// The events of some kinds of models. What does not move is the place in the feed of the source: the target gives a place of its own. An event
/// never changes, so one that is there is left as it is.
final class MovedEvents extends MovedTable {
    static final String NAME = "eventlog.events";

    private final List<String> modelTypes;

    MovedEvents(List<String> modelTypes) {
        super(NAME, EventColumns.ID,
                EventColumns.ALL.stream().filter(field -> !field.equals(EventColumns.FEED_POSITION)).toList());
        this.modelTypes = List.copyOf(modelTypes);
    }

    List<String> modelTypes() {
        return modelTypes;
    }

    @Override
    Table<?> table(SQLDialect dialect) {
        return EventColumns.table(dialect);
    }

    @Override
    Condition isOf(ShardIdentifier shard) {
        return EventColumns.MODEL_TYPE.in(modelTypes.stream().map(DSL::inline).toList())
                .and(HomePattern.matchesText(EventColumns.MODEL_ID, shard));
    }

    @Override
    String isOfSql(String row, ShardIdentifier shard, SQLDialect dialect) {
        return row + ".model_id LIKE '" + HomePattern.of(shard) + "' AND " + row + ".model_type IN ("
                + modelTypes.stream().map(type -> "'" + type + "'").collect(Collectors.joining(", ")) + ")";
    }

    @Override
    void write(Transaction target, ShardMove move, List<Record> rows) {
        insertMissing(target, rows, -move.number());
    }

    /// The rows of actions, which are nobody's, by their ids.
    void writeActions(DSLContext source, Transaction target, Set<UUID> actions) {
        var rows = new ArrayList<Record>(source.select(fields()).from(table(source.dialect()))
                .where(key().in(actions)).and(EventColumns.MODEL_TYPE.isNull()).fetch());
        insertMissing(target, rows, 0);
    }

    private void insertMissing(Transaction target, List<Record> rows, long position) {
        if (rows.isEmpty()) {
            return;
        }
        var db = target.db();
        var table = table(db.dialect());
        var there = db.select(key()).from(table).where(key().in(rows.stream().map(row -> row.get(key())).toList()))
                .fetchSet(key());
        var missing = rows.stream().filter(row -> !there.contains(row.get(key()))).toList();
        if (missing.isEmpty()) {
            return;
        }
        var columns = new ArrayList<Field<?>>(fields());
        columns.add(EventColumns.FEED_POSITION);
        var batch = db.batch(db.insertInto(table).columns(columns)
                .values(columns.stream().map(MovedEvents::placeholder).toList()));
        for (var row : missing) {
            var values = new ArrayList<>(row.intoList());
            values.add(position);
            batch = batch.bind(values.toArray());
        }
        batch.execute();
    }

    private static <T> Field<T> placeholder(Field<T> field) {
        return DSL.val((Object) null, field);
    }
}
