package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Row2;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The slots of one handler on one shard, and who works on them: the tables `handler_slots` and `handler_workers`. All times are those of the database.
///
/// Thread-safe.
final class SlotTable {
    private static final Field<String> HANDLER = DSL.field(DSL.name("handler"), SQLDataType.VARCHAR);
    private static final Field<Integer> SLOT = DSL.field(DSL.name("slot"), SQLDataType.INTEGER);
    private static final Field<Long> AFTER_POSITION = DSL.field(DSL.name("after_position"), SQLDataType.BIGINT);
    private static final Field<UUID> OWNER = uuid("owner_id");
    private static final Field<Long> FENCE = DSL.field(DSL.name("fence"), SQLDataType.BIGINT);
    private static final Field<Long> EXPIRES_MS = DSL.field(DSL.name("expires_ms"), SQLDataType.BIGINT);
    private static final Field<Long> SEEN_HOMES_NO = DSL.field(DSL.name("seen_homes_no"), SQLDataType.BIGINT);
    private static final Field<UUID> WORKER = uuid("worker_id");

    private final ShardDatabase database;
    private final String handler;
    private final Table<Record> slots;
    private final Table<Record> workers;
    private final Field<Long> nowMs;

    SlotTable(ShardDatabase database, String handler) {
        this.database = database;
        this.handler = handler;
        this.slots = DSL.table(Dialects.frameworkTable(database.dialect(), "handler_slots"));
        this.workers = DSL.table(Dialects.frameworkTable(database.dialect(), "handler_workers"));
        this.nowMs = LockTable.nowMs(database.dialect());
    }

    ShardDatabase database() {
        return database;
    }

    private static Field<UUID> uuid(String name) {
        return DSL.field(DSL.name(name), SQLDataType.UUID.asConvertedDataType(new UuidBinding()));
    }

    boolean isThere() {
        return database.db().fetchCount(slots, HANDLER.eq(handler)) == Slot.COUNT;
    }

    /// All or none of them are there, whoever comes first.
    void create(long position) {
        try (var transaction = Transaction.begin(database)) {
            var insert = transaction.db().insertInto(slots).columns(HANDLER, SLOT, AFTER_POSITION, FENCE, EXPIRES_MS);
            for (int slot = 0; slot < Slot.COUNT; slot++) {
                insert = insert.values(handler, slot, position, 0L, 0L);
            }
            insert.execute();
            transaction.commit();
        } catch (IntegrityConstraintViolationException e) {
            // somebody else was first
        }
    }

    /// Says that this worker is there, and forgets those that are not.
    ///
    /// @return all that are
    SortedSet<UUID> signIn(UUID worker, Duration lease) {
        var db = database.db();
        var expires = nowMs.plus(lease.toMillis());
        var self = HANDLER.eq(handler).and(WORKER.eq(worker));
        if (db.update(workers).set(EXPIRES_MS, expires).where(self).execute() == 0) {
            db.insertInto(workers).set(HANDLER, handler).set(WORKER, worker).set(EXPIRES_MS, expires).execute();
        }
        db.deleteFrom(workers).where(HANDLER.eq(handler)).and(EXPIRES_MS.lt(nowMs)).execute();
        return new TreeSet<>(db.select(WORKER).from(workers).where(HANDLER.eq(handler)).fetch(WORKER));
    }

    void signOut(UUID worker) {
        database.db().deleteFrom(workers).where(HANDLER.eq(handler)).and(WORKER.eq(worker)).execute();
    }

    /// Takes slots that nobody has, or whose leases have run out. Those that others are just taking are passed over. What this worker has here and does not know of any more is set free before: else its lease
    /// would be renewed with the others, and nobody would ever work on it.
    ///
    /// @param except what the worker has
    /// @param homesNo what the worker knows of shards that have left or come
    List<Slot> claim(UUID worker, Duration lease, int maxCount, Collection<Slot> except, long homesNo) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            var others = HANDLER.eq(handler).and(SLOT.notIn(except.stream().map(Slot::number).toList()));
            var unknown = db.select(SLOT).from(slots).where(others).and(OWNER.eq(worker)).fetch(SLOT);
            if (!unknown.isEmpty()) { // asked first, and named one by one, so that no row of others is locked
                db.update(slots).set(OWNER, (UUID) null).where(HANDLER.eq(handler)).and(SLOT.in(unknown))
                        .and(OWNER.eq(worker)).execute();
            }
            var free = OWNER.isNull().or(EXPIRES_MS.lt(nowMs));
            var rows = db.select(SLOT, FENCE, AFTER_POSITION).from(slots).where(others).and(free).orderBy(SLOT)
                    .limit(maxCount)
                    .forUpdate().skipLocked().fetch();
            if (!rows.isEmpty()) {
                db.update(slots).set(OWNER, worker).set(FENCE, FENCE.plus(1L)).set(SEEN_HOMES_NO, homesNo)
                        .set(EXPIRES_MS, nowMs.plus(lease.toMillis()))
                        .where(HANDLER.eq(handler)).and(SLOT.in(rows.getValues(SLOT))).execute();
            }
            transaction.commit();
            return rows.map(row -> new Slot(row.get(SLOT), row.get(FENCE) + 1, row.get(AFTER_POSITION)));
        }
    }

    /// How many leases could still be renewed.
    int renew(UUID worker, Duration lease) {
        var db = database.db();
        db.update(workers).set(EXPIRES_MS, nowMs.plus(lease.toMillis())).where(HANDLER.eq(handler))
                .and(WORKER.eq(worker)).execute();
        return db.update(slots).set(EXPIRES_MS, nowMs.plus(lease.toMillis())).where(leased(worker)).execute();
    }

    /// Notes the positions of slots.
    ///
    /// @param homesNo what the worker knows of shards that have left or come
    /// @return whether all of them are still this worker's, by lease and by fence; if not, the transaction must be rolled back
    boolean isAcknowledged(Transaction transaction, UUID worker, Collection<Slot> held,
            long homesNo) {
        var byPosition = new HashMap<Long, List<Row2<Integer, Long>>>();
        for (var slot : held) {
            byPosition.computeIfAbsent(slot.position(), position -> new ArrayList<>()).add(key(slot));
        }
        int noted = 0;
        for (var same : byPosition.entrySet()) {
            noted += transaction.db().update(slots).set(AFTER_POSITION, same.getKey())
                    .set(SEEN_HOMES_NO, homesNo).where(leased(worker))
                    .and(DSL.row(SLOT, FENCE).in(same.getValue())).execute();
        }
        return noted == held.size();
    }

    void release(UUID worker, Collection<Slot> some) {
        database.db().update(slots).set(OWNER, (UUID) null).where(HANDLER.eq(handler)).and(OWNER.eq(worker))
                .and(DSL.row(SLOT, FENCE).in(some.stream().map(SlotTable::key).toList())).execute();
    }

    /// The position of the slot that is furthest behind.
    ///
    /// @return 0 where there are no slots yet
    long leastPosition(DSLContext db) {
        var least = db.select(DSL.min(AFTER_POSITION)).from(slots).where(HANDLER.eq(handler)).fetchSingle().value1();
        return least == null ? 0 : least;
    }

    /// How far each slot is.
    Map<Integer, Long> positions() {
        return database.db().select(SLOT, AFTER_POSITION).from(slots).where(HANDLER.eq(handler)).fetchMap(SLOT,
                AFTER_POSITION);
    }

    /// Handlers that are at work on a shard and do not know yet what has left or come.
    static List<String> ignorant(ShardDatabase database, long homesNo) {
        return database.db().selectDistinct(HANDLER)
                .from(DSL.table(Dialects.frameworkTable(database.dialect(), "handler_slots")))
                .where(OWNER.isNotNull()).and(EXPIRES_MS.ge(LockTable.nowMs(database.dialect())))
                .and(SEEN_HOMES_NO.lt(homesNo)).fetch(HANDLER);
    }

    private static Row2<Integer, Long> key(Slot slot) {
        return DSL.row(slot.number(), slot.fence());
    }

    private Condition leased(UUID worker) {
        return HANDLER.eq(handler).and(OWNER.eq(worker)).and(EXPIRES_MS.ge(nowMs));
    }
}
