package dev.bailiwick.persistence;

import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `handler_arrivals` of one database: events that a move has brought and that a handler has had elsewhere, but for what is among its stalls. They have positions of the feed like others, for those
/// who follow it and for handlers that come later.
///
/// Thread-safe.
final class HandlerArrivals {
    static final Field<String> HANDLER = DSL.field(DSL.name("arrived", "handler"), SQLDataType.VARCHAR);
    private static final Field<String> STREAM_TYPE = DSL.field(DSL.name("arrived", "stream_type"),
            SQLDataType.VARCHAR);
    private static final Field<String> ID_PATTERN = DSL.field(DSL.name("arrived", "id_pattern"), SQLDataType.VARCHAR);
    private static final Field<Long> LAST_POSITION = DSL.field(DSL.name("arrived", "last_position"),
            SQLDataType.BIGINT);

    private final Table<Record> table;

    HandlerArrivals(ShardDatabase database) {
        this.table = DSL.table(Dialects.frameworkTable(database.dialect(), "handler_arrivals"));
    }

    /// That the handler has had an event elsewhere, or has a stall for it.
    Condition isHad(String handler) {
        return DSL.exists(DSL.selectOne().from(table.as("arrived")).where(HANDLER.eq(handler))
                .and(STREAM_TYPE.eq(EventColumns.MODEL_TYPE)).and(EventColumns.MODEL_ID.like(ID_PATTERN))
                .and(EventColumns.FEED_POSITION.le(LAST_POSITION)));
    }

    /// Notes that a handler has had all events of a shard up to a position.
    void put(Transaction transaction, String handler, HomeEvents events, long lastPosition) {
        var db = transaction.db();
        var pattern = HomePattern.of(events.shard());
        for (var type : events.modelTypes()) {
            db.deleteFrom(table).where(DSL.field(DSL.name("handler"), SQLDataType.VARCHAR).eq(handler))
                    .and(DSL.field(DSL.name("stream_type"), SQLDataType.VARCHAR).eq(type))
                    .and(DSL.field(DSL.name("id_pattern"), SQLDataType.VARCHAR).eq(pattern)).execute();
            db.insertInto(table).columns(DSL.field(DSL.name("handler")), DSL.field(DSL.name("stream_type")),
                    DSL.field(DSL.name("id_pattern")), DSL.field(DSL.name("last_position")))
                    .values(handler, type, pattern, lastPosition).execute();
        }
    }
}
