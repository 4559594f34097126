package dev.bailiwick.persistence;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `arrivals` of a database: what comes to it by moves, and how far the copy is.
///
/// Whoever copies locks the row with each transaction and looks whether it is still his. So a process that was thought to be gone, and is not, cannot
/// write what it read long ago over what another has copied since.
///
/// Thread-safe.
final class Arrivals {
    private static final Field<Long> MOVE_NO = DSL.field(DSL.name("move_no"), SQLDataType.BIGINT);
    private static final Field<UUID> OWNER = DSL.field(DSL.name("owner_id"), EventColumns.ID.getDataType());
    private static final Field<String> STATE = DSL.field(DSL.name("state"), SQLDataType.VARCHAR);
    private static final Field<Integer> TABLE_NO = DSL.field(DSL.name("table_no"), SQLDataType.INTEGER);
    private static final Field<String> LAST_KEY = DSL.field(DSL.name("last_key"), SQLDataType.VARCHAR);
    private static final Field<Long> COPIED_ROWS = DSL.field(DSL.name("copied_rows"), SQLDataType.BIGINT);

    enum State {
        /// Copies that nobody sees.
        COPYING,
        /// The switch is about to be made: the feed gives no positions until it is decided.
        ARRIVING,
        /// The shard is served here. The feed gives positions to its events before it does so to later ones.
        ARRIVED,
        /// All events that came are in the feed.
        IN_FEED
    }

    /// @param tableNo which table is being copied
    /// @param lastKey the last row of it that is
    record Cursor(int tableNo, Optional<UUID> lastKey, long copiedRows) {}

    private final ShardDatabase database;
    private final Table<Record> arrivals;

    Arrivals(ShardDatabase database) {
        this.database = database;
        this.arrivals = DSL.table(Dialects.frameworkTable(database.dialect(), "arrivals"));
    }

    /// Begins a copy, or goes on with one. Waits for who had it before.
    Cursor open(ShardMove move, UUID owner) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            int known = db.update(arrivals).set(OWNER, owner).where(of(move.number())).execute();
            if (known == 0) {
                db.insertInto(arrivals).columns(MOVE_NO, OWNER, STATE, TABLE_NO, LAST_KEY, COPIED_ROWS)
                        .values(move.number(), owner, State.COPYING.name(), 0, "", 0L).execute();
            }
            var cursor = db.select(TABLE_NO, LAST_KEY, COPIED_ROWS).from(arrivals).where(of(move.number()))
                    .fetchSingle(row -> new Cursor(row.get(TABLE_NO), row.get(LAST_KEY).isEmpty()
                            ? Optional.empty()
                            : Optional.of(UUID.fromString(row.get(LAST_KEY))), row.get(COPIED_ROWS)));
            transaction.commit();
            return cursor;
        }
    }

    /// @throws MoveTable.MoveLostException where another process copies now
    void lock(Transaction transaction, ShardMove move, UUID owner) {
        var found = transaction.db().select(OWNER).from(arrivals).where(of(move.number())).forUpdate().fetchOne(OWNER);
        if (!owner.equals(found)) {
            throw new MoveTable.MoveLostException(move.number());
        }
    }

    void setCursor(Transaction transaction, ShardMove move, Cursor cursor) {
        transaction.db().update(arrivals).set(TABLE_NO, cursor.tableNo())
                .set(LAST_KEY, cursor.lastKey().map(UUID::toString).orElse(""))
                .set(COPIED_ROWS, cursor.copiedRows()).where(of(move.number())).execute();
    }

    /// Under the lock of the feed, so that nobody is giving positions meanwhile who has not seen it.
    void set(ShardMove move, State state) {
        try (var transaction = Transaction.begin(database)) {
            EventFeed.lock(transaction);
            transaction.db().update(arrivals).set(STATE, state.name()).where(of(move.number())).execute();
            transaction.commit();
        }
    }

    boolean isInFeed(ShardMove move) {
        return database.db().fetchExists(arrivals, of(move.number()).and(STATE.eq(State.IN_FEED.name())));
    }

    void remove(ShardMove move) {
        database.db().deleteFrom(arrivals).where(of(move.number())).execute();
    }

    /// Whether a switch is about to be made.
    boolean isAnyArriving(DSLContext db) {
        return db.fetchExists(arrivals, STATE.eq(State.ARRIVING.name()));
    }

    /// The same as a part of a question: whether there are moves whose events have to get positions.
    Field<Boolean> hasArrived() {
        return DSL.field(DSL.exists(DSL.selectOne().from(arrivals).where(STATE.eq(State.ARRIVED.name()))));
    }

    /// Moves whose events have to get positions.
    List<Long> arrived(DSLContext db) {
        return db.select(MOVE_NO).from(arrivals).where(STATE.eq(State.ARRIVED.name())).orderBy(MOVE_NO).fetch(MOVE_NO);
    }

    void setInFeed(DSLContext db, long moveNo) {
        db.update(arrivals).set(STATE, State.IN_FEED.name()).where(of(moveNo)).execute();
    }

    private static Condition of(long moveNo) {
        return MOVE_NO.eq(moveNo);
    }
}
