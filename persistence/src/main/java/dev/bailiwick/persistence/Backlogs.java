package dev.bailiwick.persistence;

import java.time.Clock;
import java.time.Duration;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;

/// How far handlers are behind on one shard.
final class Backlogs {
    private final ShardDatabase database;
    private final DSLContext db;
    private final Clock clock;
    private final Table<Record> events;

    Backlogs(ShardDatabase database, DSLContext db, Clock clock) {
        this.database = database;
        this.db = db;
        this.clock = clock;
        this.events = EventColumns.table(database.dialect());
    }

    HandlerMetrics.Backlog of(String handler) {
        long done = new SlotTable(database, handler).leastPosition(db);
        var last = db.select(DSL.max(EventColumns.FEED_POSITION)).from(events).fetchSingle().value1();
        long unnumbered = db.fetchCount(events, EventColumns.FEED_POSITION.isNull());
        long behind = Math.max(0, (last == null ? 0 : last) - done) + unnumbered;
        var stalls = new StallTable(database);
        return new HandlerMetrics.Backlog(behind, behind == 0 ? Duration.ZERO : oldest(done),
                stalls.count(db, handler, Stall.State.WAITING), stalls.count(db, handler, Stall.State.PARKED));
    }

    private Duration oldest(long done) {
        var first = db.select(EventColumns.CREATED_DATE).from(events).where(EventColumns.FEED_POSITION.gt(done))
                .orderBy(EventColumns.FEED_POSITION).limit(1).fetchOptional(EventColumns.CREATED_DATE)
                .or(() -> db.select(EventColumns.CREATED_DATE).from(events)
                        .where(EventColumns.FEED_POSITION.isNull()).orderBy(EventColumns.ENTRY_NO).limit(1)
                        .fetchOptional(EventColumns.CREATED_DATE));
        return first.map(date -> Duration.between(date, clock.instant())).filter(age -> !age.isNegative())
                .orElse(Duration.ZERO);
    }
}
