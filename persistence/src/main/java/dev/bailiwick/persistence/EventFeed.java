package dev.bailiwick.persistence;

import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
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
    private static final int ATTEMPTS = 10;
    private static final Field<Long> LAST_POSITION = DSL.field(DSL.name("last_position"), SQLDataType.BIGINT);
    private static final Field<Long> HOMES_NO = DSL.field(DSL.name("homes_no"), SQLDataType.BIGINT);
    /// Of events without a position. That is in front, although it is the same for all of them, since PostgreSQL would else sort what the index has in order.
    private static final List<Field<Long>> AS_INSERTED = List.of(EventColumns.FEED_POSITION, EventColumns.ENTRY_NO);
    private static final Condition THE_ROW = DSL.field(DSL.name("id"), SQLDataType.INTEGER).eq(DSL.inline(1));

    private final ShardDatabase database;
    private final Table<Record> events;
    private final Table<Record> feed;
    private final Arrivals arrivals;

    EventFeed(ShardDatabase database) {
        this.database = database;
        this.events = EventColumns.table(database.dialect());
        this.feed = DSL.table(Dialects.frameworkTable(database.dialect(), "feed"));
        this.arrivals = new Arrivals(database);
    }

    List<LoggedEvent> after(long position, int maxCount) {
        if (position < 0 || maxCount < 1 || maxCount > MAX_EVENTS) {
            throw new IllegalArgumentException("a page begins after position 0 or more and has 1 to " + MAX_EVENTS
                    + " events, not after " + position + " with " + maxCount);
        }
        var page = numbered(position, maxCount);
        boolean isOpen = true;
        while (page.size() < maxCount && isOpen) {
            isOpen = numberMore() > 0;
            page = numbered(position, maxCount); // also where there was nothing left: somebody else may just have numbered it
        }
        return page;
    }

    private List<LoggedEvent> numbered(long position, int maxCount) {
        return database.db().select(EventColumns.ALL).from(events).where(EventColumns.FEED_POSITION.gt(position))
                .orderBy(EventColumns.FEED_POSITION).limit(maxCount).fetch(EventColumns::event);
    }

    /// Where the feed ends, and whether there are events that come after.
    ///
    /// @param homesNo grows when a shard leaves or comes
    record End(long lastPosition, boolean isOpen, long homesNo) {}

    End end() {
        var next = DSL.field(DSL.select(EventColumns.ENTRY_NO).from(events).where(EventColumns.FEED_POSITION.isNull())
                .orderBy(AS_INSERTED).limit(1));
        var row = database.db().select(LAST_POSITION, next, arrivals.hasAnyArrived(), HOMES_NO).from(feed)
                .where(THE_ROW)
                .fetchSingle();
        return new End(row.get(LAST_POSITION), row.get(next) != null || row.value3(), row.get(HOMES_NO));
    }

    /// Tells those who deliver events that a shard has left or come.
    static void nextHomes(Transaction transaction) {
        transaction.db().update(DSL.table(Dialects.frameworkTable(transaction.database().dialect(), "feed")))
                .set(HOMES_NO, HOMES_NO.plus(1L)).where(THE_ROW).execute();
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

    /// How many events got a position. MariaDB may find that this and a move wait for each other, and then it is done again.
    int numberMore() {
        for (int attempt = 1;; attempt++) {
            try {
                return numberOnce();
            } catch (DataAccessException e) {
                if (attempt == ATTEMPTS || !ShardDatabase.isDeadlock(e)) {
                    throw e;
                }
            }
        }
    }

    private int numberOnce() {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            long last = lock(transaction);
            long next = last + numbered(db, last);
            if (next > last) {
                db.update(feed).set(LAST_POSITION, next).where(THE_ROW).execute();
            }
            transaction.commit();
            return (int) (next - last);
        }
    }

    /// How many events got positions. Those that a move has brought come before those that were written here since, which are later ones of the same models.
    private int numbered(DSLContext db, long last) {
        for (var move : arrivals.arrived(db)) {
            var entries = arrivedEntries(db, EventColumns.FEED_POSITION.eq(DSL.inline(-move)));
            if (!entries.isEmpty()) {
                return numberEach(db, last, EventColumns.FEED_POSITION.eq(DSL.inline(-move)), entries);
            }
            arrivals.setInFeed(db, move);
        }
        var isNew = EventColumns.FEED_POSITION.isNull();
        for (var arriving : arrivals.arriving(db)) {
            isNew = isNew.andNot(arriving.areThese(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID));
        }
        return database.dialect() == SQLDialect.POSTGRES
                ? numberTogether(db, last, isNew)
                : numberEach(db, last, EventColumns.FEED_POSITION.isNull(),
                        db.select(EventColumns.ENTRY_NO).from(events).where(isNew)
                                .orderBy(AS_INSERTED).limit(NUMBERED_AT_ONCE).fetch(EventColumns.ENTRY_NO));
    }

    /// They were not copied in the order of their versions. So all that there are of a model get their positions together.
    private List<Long> arrivedEntries(DSLContext db, Condition hasArrived) {
        var models = db.select(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID).from(events).where(hasArrived)
                .orderBy(AS_INSERTED).limit(NUMBERED_AT_ONCE).fetch().stream()
                .map(row -> new EventDraft.Stream(row.value1(), row.value2())).distinct()
                .map(stream -> DSL.row(stream.modelType(), stream.modelId())).toList();
        return models.isEmpty()
                ? List.of()
                : db.select(EventColumns.ENTRY_NO).from(events)
                        .where(DSL.row(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID).in(models)).and(hasArrived)
                        .orderBy(EventColumns.MODEL_TYPE, EventColumns.MODEL_ID, EventColumns.EVENT_VERSION)
                        .fetch(EventColumns.ENTRY_NO);
    }

    /// @param isOpen what these entries are, as the index has it
    private int numberEach(DSLContext db, long last, Condition isOpen, List<Long> entries) {
        if (!entries.isEmpty()) {
            var batch = db.batch(db.update(events).set(EventColumns.FEED_POSITION, (Long) null)
                    .where(EventColumns.ENTRY_NO.eq((Long) null)).and(isOpen));
            long next = last;
            for (var entry : entries) {
                batch = batch.bind(++next, entry);
            }
            batch.execute();
        }
        return entries.size();
    }

    /// The same in one statement, which takes a fraction of the time. In MariaDB it would wait for transactions that have inserted and not committed.
    private int numberTogether(DSLContext db, long last, Condition isNew) {
        var row = db.fetchSingle("WITH chosen AS (SELECT id, entry_no FROM {0} WHERE {3}"
                + " ORDER BY feed_position, entry_no LIMIT {1}), placed AS (SELECT id, row_number() OVER (ORDER BY entry_no) AS place"
                + " FROM chosen), numbered AS (UPDATE {0} e SET feed_position = {2} + placed.place FROM placed"
                + " WHERE e.id = placed.id RETURNING e.feed_position) SELECT max(feed_position) FROM numbered", events,
                DSL.inline(NUMBERED_AT_ONCE), DSL.val(last, SQLDataType.BIGINT), isNew);
        var next = row.get(0, Long.class);
        return next == null ? 0 : (int) (next - last);
    }
}
