package dev.bailiwick.persistence;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `handler_stalls` of one shard. A row that is waiting is changed by who has the lease of its slot, with the acknowledgement of a page; one that is parked by who decides about it. So
/// the two never meet.
///
/// Thread-safe.
final class StallTable {
    private static final Field<String> HANDLER = DSL.field(DSL.name("handler"), SQLDataType.VARCHAR);
    private static final Field<String> STREAM_TYPE = DSL.field(DSL.name("stream_type"), SQLDataType.VARCHAR);
    private static final Field<String> STREAM_ID = DSL.field(DSL.name("stream_id"), SQLDataType.VARCHAR);
    private static final Field<Integer> SLOT = DSL.field(DSL.name("slot"), SQLDataType.INTEGER);
    private static final Field<Long> AFTER_VERSION = DSL.field(DSL.name("after_version"), SQLDataType.BIGINT);
    private static final Field<Integer> ATTEMPTS = DSL.field(DSL.name("attempts"), SQLDataType.INTEGER);
    private static final Field<String> STATE = DSL.field(DSL.name("stall_state"), SQLDataType.VARCHAR);
    private static final Field<Long> DUE_MS = DSL.field(DSL.name("due_ms"), SQLDataType.BIGINT);
    private static final Field<Long> SINCE_MS = DSL.field(DSL.name("since_ms"), SQLDataType.BIGINT);
    private static final Field<String> FAILURE = DSL.field(DSL.name("failure"), SQLDataType.VARCHAR);

    private final ShardDatabase database;
    private final Table<Record> stalls;
    private final Field<Long> nowMs;

    StallTable(ShardDatabase database) {
        this.database = database;
        this.stalls = DSL.table(Dialects.frameworkTable(database.dialect(), "handler_stalls"));
        this.nowMs = LockTable.nowMs(database.dialect());
    }

    /// Those whose next attempt is due, the longest waiting first.
    ///
    /// @param homes whose stalls are not tried here
    List<Stall> due(String handler, Collection<Integer> slots, int maxCount, AbsentHomes homes) {
        return find(database.db(), HANDLER.eq(handler).and(is(Stall.State.WAITING)).and(DUE_MS.le(nowMs))
                .and(SLOT.in(slots)).and(homes.areFree(STREAM_TYPE, STREAM_ID)), DUE_MS, maxCount);
    }

    /// Those that are parked, the oldest first.
    List<Stall> parked(DSLContext db, String handler, int maxCount) {
        return find(db, HANDLER.eq(handler).and(is(Stall.State.PARKED)), SINCE_MS, maxCount);
    }

    /// The handlers that have parked something.
    List<String> handlersWithParked(DSLContext db) {
        return db.selectDistinct(HANDLER).from(stalls).where(is(Stall.State.PARKED)).orderBy(HANDLER).fetch(HANDLER);
    }

    long count(DSLContext db, String handler, Stall.State state) {
        return db.fetchCount(stalls, HANDLER.eq(handler).and(is(state)));
    }

    private List<Stall> find(DSLContext db, Condition condition, Field<Long> order, int maxCount) {
        return db.select(STREAM_TYPE, STREAM_ID, SLOT, AFTER_VERSION, ATTEMPTS, STATE, SINCE_MS, FAILURE).from(stalls)
                .where(condition).orderBy(order, STREAM_TYPE, STREAM_ID).limit(maxCount)
                .fetch(row -> new Stall(new EventDraft.Stream(row.get(STREAM_TYPE), row.get(STREAM_ID)), row.get(SLOT),
                        row.get(AFTER_VERSION), row.get(ATTEMPTS), Stall.State.valueOf(row.get(STATE)),
                        Instant.ofEpochMilli(row.get(SINCE_MS)), row.get(FAILURE)));
    }

    /// That an event is of a model that is not stalled.
    Condition isFree(String handler) {
        return DSL.notExists(DSL.selectOne().from(stalls).where(HANDLER.eq(handler))
                .and(STREAM_TYPE.eq(EventColumns.MODEL_TYPE)).and(STREAM_ID.eq(EventColumns.MODEL_ID)));
    }

    /// Writes one that is there or is not.
    ///
    /// @param delay until the next attempt
    /// @param isNew whether it is not there yet
    void put(Transaction transaction, String handler, Stall stall, Duration delay, boolean isNew) {
        var db = transaction.db();
        var due = nowMs.plus(delay.toMillis());
        if (isNew) {
            db.insertInto(stalls).set(HANDLER, handler).set(STREAM_TYPE, stall.stream().modelType())
                    .set(STREAM_ID, stall.stream().modelId()).set(SLOT, stall.slot())
                    .set(AFTER_VERSION, stall.afterVersion()).set(ATTEMPTS, stall.attempts())
                    .set(STATE, stall.state().name()).set(DUE_MS, due).set(SINCE_MS, nowMs)
                    .set(FAILURE, stall.failure()).execute();
        } else {
            var since = DSL.when(AFTER_VERSION.eq(stall.afterVersion()), SINCE_MS).otherwise(nowMs);
            db.update(stalls).set(SINCE_MS, since).set(AFTER_VERSION, stall.afterVersion())
                    .set(ATTEMPTS, stall.attempts()).set(STATE, stall.state().name()).set(DUE_MS, due)
                    .set(FAILURE, stall.failure()).where(of(handler, stall.stream())).execute();
        }
    }

    void remove(Transaction transaction, String handler, EventDraft.Stream stream) {
        transaction.db().deleteFrom(stalls).where(of(handler, stream)).execute();
    }

    /// Lets one that is parked be tried again.
    ///
    /// @param version the event that is parked
    /// @param skip whether it is left out
    /// @return whether it was still parked
    boolean isReleased(String handler, EventDraft.Stream stream, long version, boolean skip) {
        return released(of(handler, stream).and(AFTER_VERSION.eq(version - 1)),
                skip ? AFTER_VERSION.plus(1L) : AFTER_VERSION) == 1;
    }

    /// The same for all of a handler.
    int releaseAll(String handler) {
        return released(HANDLER.eq(handler), AFTER_VERSION);
    }

    private int released(Condition condition, Field<Long> afterVersion) {
        return database.db().update(stalls).set(AFTER_VERSION, afterVersion).set(ATTEMPTS, 0)
                .set(STATE, Stall.State.WAITING.name()).set(DUE_MS, nowMs).where(condition)
                .and(is(Stall.State.PARKED)).execute();
    }

    private static Condition of(String handler, EventDraft.Stream stream) {
        return HANDLER.eq(handler).and(STREAM_TYPE.eq(stream.modelType())).and(STREAM_ID.eq(stream.modelId()));
    }

    private static Condition is(Stall.State state) {
        return STATE.eq(state.name());
    }
}
