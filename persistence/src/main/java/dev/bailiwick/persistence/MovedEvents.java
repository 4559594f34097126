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
import org.jspecify.annotations.Nullable;

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
        return new HomeEvents(shard, modelTypes).areThese(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID);
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

    /// Gives some events of the target that have no position the mark of this move.
    ///
    /// @return how many
    int takeLeftovers(MoveSite site, int count) {
        var table = table(site.target().dialect());
        var move = site.move();
        var isLeft = EventColumns.FEED_POSITION.isNull().or(EventColumns.FEED_POSITION.lt(0L)
                .and(EventColumns.FEED_POSITION.ne(-move.number())));
        var ids = site.target().db().select(key()).from(table).where(isLeft).and(isOf(move.shard())).limit(count)
                .fetch(key());
        if (!ids.isEmpty()) {
            site.onTarget(transaction -> transaction.db().update(table)
                    .set(EventColumns.FEED_POSITION, -move.number()).where(key().in(ids)).and(isLeft).execute());
        }
        return ids.size();
    }

    /// How many events have come with a move and have no position yet.
    static long countArrived(Transaction target, ShardMove move) {
        return target.db().selectCount().from(EventColumns.table(target.database().dialect()))
                .where(EventColumns.FEED_POSITION.eq(-move.number())).fetchSingle().value1();
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
        var columns = new ArrayList<Field<?>>(fields());
        columns.add(EventColumns.FEED_POSITION);
        var missing = new ArrayList<List<@Nullable Object>>();
        for (var row : rows) {
            if (!there.contains(row.get(key()))) {
                var values = new ArrayList<@Nullable Object>(row.intoList());
                values.add(position);
                missing.add(values);
            }
        }
        insert(db, table, columns, missing);
    }
}
