package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
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
    private static final Field<Integer> GROUP = DSL.field(DSL.name("shard_group"), SQLDataType.INTEGER);
    private static final Field<Integer> MEMBER = DSL.field(DSL.name("shard_member"), SQLDataType.INTEGER);
    private static final Field<String> MODEL_TYPES = DSL.field(DSL.name("model_types"), SQLDataType.VARCHAR);
    private static final Field<Long> COPIED_ROWS = DSL.field(DSL.name("copied_rows"), SQLDataType.BIGINT);

    enum State {
        /// Copies that nobody sees.
        COPYING,
        /// The switch is about to be made, or is made and handlers are told: the feed gives no positions to events of this shard.
        ARRIVING,
        /// The shard is served and its events are delivered here. The feed gives positions to its events before it does so to later ones.
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
    Cursor open(ShardMove move, HomeEvents moved, UUID owner) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            int known = db.update(arrivals).set(OWNER, owner).where(of(move.number())).execute();
            if (known == 0) {
                db.insertInto(arrivals).columns(MOVE_NO, OWNER, STATE, TABLE_NO, LAST_KEY, COPIED_ROWS, GROUP,
                        MEMBER, MODEL_TYPES)
                        .values(move.number(), owner, State.COPYING.name(), 0, "", 0L, move.shard().group(),
                                move.shard().member(), moved.text())
                        .execute();
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

    /// The shard has arrived: its events get positions, before all others. The transaction has the lock of the feed.
    void arrive(Transaction transaction, ShardMove move) {
        transaction.db().update(arrivals).set(STATE, State.ARRIVED.name()).where(of(move.number())).execute();
        EventFeed.nextHomes(transaction);
    }

    boolean hasArrived(ShardMove move) {
        return database.db().fetchExists(arrivals, of(move.number()).and(STATE.in(State.ARRIVED.name(),
                State.IN_FEED.name())));
    }

    void remove(ShardMove move) {
        database.db().deleteFrom(arrivals).where(of(move.number())).execute();
    }

    /// Of which it is not known yet whether they are served here, or how far handlers are with them.
    List<HomeEvents> arriving(DSLContext db) {
        return events(db, STATE.eq(State.ARRIVING.name()));
    }

    /// Those that handlers do not get here, or not yet.
    List<HomeEvents> notArrived() {
        return events(database.db(), STATE.in(State.COPYING.name(), State.ARRIVING.name()));
    }

    private List<HomeEvents> events(DSLContext db, Condition condition) {
        return db.select(GROUP, MEMBER, MODEL_TYPES).from(arrivals).where(condition).fetch(row -> HomeEvents
                .parse(ShardIdentifier.of(row.get(GROUP), row.get(MEMBER)), row.get(MODEL_TYPES)));
    }

    /// The same as a part of a question: whether there are moves whose events have to get positions.
    Field<Boolean> hasAnyArrived() {
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
