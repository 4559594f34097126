package dev.bailiwick.persistence;

import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// All events of a shard, one after the other.
///
/// A number that is taken when an event is inserted does not do as a position: a transaction may take 7 and commit after another that took 8, and
/// who has read up to 8 by then never sees 7. So writers take none. Whoever reads gives the next positions to the events that are *committed* and have
/// none, in the order in which they were inserted, while holding the lock of the one row of the table `feed`. A transaction that commits later gets later
/// positions. Positions are 1, 2, 3 without a gap, and every event of a model comes after those before it, since the next one is inserted after the
/// last is committed.
///
/// Writers pay for it with one more index, and wait for nobody.
///
/// Thread-safe.
final class EventFeed {
    static final int MAX_EVENTS = 10_000;
    private static final int NUMBERED_AT_ONCE = 1_000;
    private static final Field<Long> LAST_POSITION = DSL.field(DSL.name("last_position"), SQLDataType.BIGINT);
    private static final Condition THE_ROW = DSL.field(DSL.name("id"), SQLDataType.INTEGER).eq(DSL.inline(1));

    private final ShardDatabase database;
    private final Table<Record> events;
    private final Table<Record> feed;

    EventFeed(ShardDatabase database) {
        this.database = database;
        this.events = EventColumns.table(database.dialect());
        this.feed = DSL.table(Dialects.frameworkTable(database.dialect(), "feed"));
    }

    List<LoggedEvent> after(long position, int maxCount) {
        if (position < 0 || maxCount < 1 || maxCount > MAX_EVENTS) {
            throw new IllegalArgumentException("a page begins after position 0 or more and has 1 to " + MAX_EVENTS
                    + " events, not after " + position + " with " + maxCount);
        }
        var page = numbered(position, maxCount);
        boolean isMore = true;
        while (isMore && page.size() < maxCount) {
            isMore = numberMore() > 0;
            page = numbered(position, maxCount); // also where there was nothing left, since another reader may just have numbered it
        }
        return page;
    }

    private List<LoggedEvent> numbered(long position, int maxCount) {
        return database.db().select(EventColumns.ALL).from(events).where(EventColumns.FEED_POSITION.gt(position))
                .orderBy(EventColumns.FEED_POSITION).limit(maxCount).fetch(EventColumns::event);
    }

    /// Takes the lock of the feed.
    ///
    /// @return the last position that was given
    static long lock(Transaction transaction) {
        var feed = DSL.table(Dialects.frameworkTable(transaction.database().dialect(), "feed"));
        var last = transaction.db().select(LAST_POSITION).from(feed).where(THE_ROW).forUpdate()
                .fetchOne(LAST_POSITION);
        if (last == null) {
            throw new DataAccessException("the table feed of shard " + transaction.database() + " has lost its row");
        }
        return last;
    }

    /// Which events come next. Those that a move has brought come before those that were written here since, which are later ones of the same models.
    private List<Long> nextEntries(DSLContext db) {
        var arrivals = new Arrivals(database);
        if (arrivals.isAnyArriving(db)) {
            return List.of(); // whether they are served here is decided at this moment
        }
        for (var move : arrivals.arrived(db)) {
            var entries = arrivedEntries(db, EventColumns.FEED_POSITION.eq(-move));
            if (!entries.isEmpty()) {
                return entries;
            }
            arrivals.setInFeed(db, move);
        }
        return db.select(EventColumns.ENTRY_NO).from(events).where(EventColumns.FEED_POSITION.isNull())
                .orderBy(EventColumns.ENTRY_NO).limit(NUMBERED_AT_ONCE).fetch(EventColumns.ENTRY_NO);
    }

    /// They were not copied in the order of their versions. So all that there are of a model get their positions together.
    private List<Long> arrivedEntries(DSLContext db, Condition hasArrived) {
        var models = db.select(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID).from(events).where(hasArrived)
                .orderBy(EventColumns.ENTRY_NO).limit(NUMBERED_AT_ONCE).fetch().stream()
                .map(row -> new EventDraft.Stream(row.value1(), row.value2())).distinct()
                .map(stream -> DSL.row(stream.modelType(), stream.modelId())).toList();
        return models.isEmpty()
                ? List.of()
                : db.select(EventColumns.ENTRY_NO).from(events)
                        .where(DSL.row(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID).in(models)).and(hasArrived)
                        .orderBy(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID, EventColumns.EVENT_VERSION)
                        .fetch(EventColumns.ENTRY_NO);
    }

    /// How many events got a position.
    private int numberMore() {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            long last = lock(transaction);
            var entries = nextEntries(db);
            if (!entries.isEmpty()) {
                var batch = db.batch(db.update(events).set(EventColumns.FEED_POSITION, (Long) null)
                        .where(EventColumns.ENTRY_NO.eq((Long) null)));
                long next = last;
                for (var entry : entries) {
                    batch = batch.bind(++next, entry);
                }
                batch.execute();
                db.update(feed).set(LAST_POSITION, next).where(THE_ROW).execute();
            }
            transaction.commit();
            return entries.size();
        }
    }
}
