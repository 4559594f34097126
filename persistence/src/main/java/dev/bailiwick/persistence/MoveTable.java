package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The tables `moves` and `shard_map` of the default database: the authority on where a shard is and how far its move is.
///
/// Every step of a move is a compare-and-set on its row, by the one process that has its lease. To switch, and to lift the fence of somebody who
/// is gone, are steps from the same state, so that one of the two happens.
///
/// Thread-safe.
final class MoveTable {
    /// How long a process may be silent before another takes its move over.
    static final Duration LEASE = Duration.ofSeconds(5);
    static final int MAX_FAILURE = 1_900;

    private static final Field<Long> MOVE_NO = DSL.field(DSL.name("move_no"), SQLDataType.BIGINT);
    private static final Field<String> STATE = DSL.field(DSL.name("state"), SQLDataType.VARCHAR);
    private static final Field<Long> REVERTS = DSL.field(DSL.name("reverts"), SQLDataType.BIGINT);
    private static final Field<Long> FENCE_NO = DSL.field(DSL.name("fence_no"), SQLDataType.BIGINT);
    private static final Field<Long> PLANNED_ROWS = DSL.field(DSL.name("planned_rows"), SQLDataType.BIGINT);
    private static final Field<Long> COPIED_ROWS = DSL.field(DSL.name("copied_rows"), SQLDataType.BIGINT);
    private static final Field<Long> PENDING_CHANGES = DSL.field(DSL.name("pending_changes"), SQLDataType.BIGINT);
    private static final Field<Long> PAUSE_US = DSL.field(DSL.name("pause_us"), SQLDataType.BIGINT);
    private static final Field<Integer> CHUNK_ROWS = number("chunk_rows");
    private static final Field<Integer> ROWS_PER_SECOND = number("rows_per_second");
    private static final Field<Integer> MAX_PAUSE_MS = number("max_pause_ms");
    private static final Field<String> FAILURE = DSL.field(DSL.name("failure"), SQLDataType.VARCHAR);
    private static final Field<Instant> STARTED = DSL.field(DSL.name("started_date"),
            EventColumns.CREATED_DATE.getDataType());
    private static final Field<UUID> OWNER = DSL.field(DSL.name("owner_id"), EventColumns.ID.getDataType());
    private static final Field<Long> OWNER_EXPIRES_MS = DSL.field(DSL.name("owner_expires_ms"), SQLDataType.BIGINT);
    private static final Field<Long> EPOCH = DSL.field(DSL.name("epoch"), SQLDataType.BIGINT);

    private static final List<Field<?>> ALL = List.of(MOVE_NO, number("shard_group"), number("shard_member"),
            number("source_group"), number("source_member"), number("target_group"), number("target_member"), STATE,
            REVERTS, PLANNED_ROWS, COPIED_ROWS, PENDING_CHANGES, PAUSE_US, CHUNK_ROWS, ROWS_PER_SECOND, MAX_PAUSE_MS,
            FAILURE, STARTED);

    private final ShardDatabase database;
    private final Table<Record> moves;
    private final Table<Record> map;
    private final Field<Long> nowMs;

    /// @param database the default
    MoveTable(ShardDatabase database) {
        this.database = database;
        this.moves = DSL.table(Dialects.frameworkTable(database.dialect(), "moves"));
        this.map = DSL.table(Dialects.frameworkTable(database.dialect(), "shard_map"));
        this.nowMs = LockTable.nowMs(database.dialect());
    }

    private static Field<Integer> number(String name) {
        return DSL.field(DSL.name(name), SQLDataType.INTEGER);
    }

    // ---- the map

    long epoch(DSLContext db) {
        var epoch = db.select(EPOCH).from(map).fetchOne(EPOCH);
        if (epoch == null) {
            throw new IllegalStateException("the table shard_map of shard " + database + " has lost its row");
        }
        return epoch;
    }

    void nextEpoch(DSLContext db) {
        db.update(map).set(EPOCH, EPOCH.plus(1L)).execute();
    }

    /// The map of now. Reading the version first makes it an old one at worst, which is read again.
    MapView view(DSLContext db) {
        long epoch = epoch(db);
        return new MapView(epoch, ShardHomes.all(db, database), unfinished(db));
    }

    // ---- reading

    List<ShardMove> all() {
        return find(database.db(), DSL.noCondition());
    }

    List<ShardMove> unfinished(DSLContext db) {
        return find(db, STATE.notIn(Arrays.stream(MoveState.values()).filter(MoveState::isFinal)
                .map(MoveState::name).toList()));
    }

    ShardMove get(long number) {
        return find(database.db(), MOVE_NO.eq(number)).stream().findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no move " + number));
    }

    private List<ShardMove> find(DSLContext db, Condition condition) {
        return db.select(ALL).from(moves).where(condition).orderBy(MOVE_NO).fetch(MoveTable::move);
    }

    private static ShardMove move(Record row) {
        var reverts = row.get(REVERTS);
        return new ShardMove(row.get(MOVE_NO), shard(row, "shard"), shard(row, "source"), shard(row, "target"),
                MoveState.valueOf(row.get(STATE)), reverts == null ? OptionalLong.empty() : OptionalLong.of(reverts),
                row.get(PLANNED_ROWS), row.get(COPIED_ROWS), row.get(PENDING_CHANGES),
                Duration.ofNanos(row.get(PAUSE_US) * 1_000),
                new MoveOptions(row.get(CHUNK_ROWS), row.get(ROWS_PER_SECOND), row.get(MAX_PAUSE_MS)),
                Optional.ofNullable(row.get(FAILURE)), row.get(STARTED));
    }

    private static ShardIdentifier shard(Record row, String name) {
        return ShardIdentifier.of(row.get(number(name + "_group")), row.get(number(name + "_member")));
    }

    // ---- writing

    /// Announces what was planned, unless the map has changed since.
    ShardMove announce(MovePlan plan, UUID owner) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            int isCurrent = db.update(map).set(EPOCH, EPOCH.plus(1L)).where(EPOCH.eq(plan.epoch())).execute();
            if (isCurrent == 0) {
                throw new MoveRefusedException("the map has changed since this was planned: plan it again");
            }
            long number = 1 + db.select(DSL.coalesce(DSL.max(MOVE_NO), 0L)).from(moves).fetchSingle().value1();
            var options = plan.options();
            db.insertInto(moves)
                    .columns(MOVE_NO, number("shard_group"), number("shard_member"), number("source_group"),
                            number("source_member"), number("target_group"), number("target_member"), STATE, REVERTS,
                            FENCE_NO, PLANNED_ROWS, COPIED_ROWS, PENDING_CHANGES, PAUSE_US, CHUNK_ROWS, ROWS_PER_SECOND,
                            MAX_PAUSE_MS, STARTED, OWNER, OWNER_EXPIRES_MS)
                    .values(number, plan.shard().group(), plan.shard().member(), plan.source().group(),
                            plan.source().member(), plan.target().group(), plan.target().member(),
                            MoveState.PLANNED.name(),
                            plan.reverts().isPresent() ? (Long) plan.reverts().getAsLong() : null, 0L, plan.rows(), 0L,
                            0L, 0L, options.chunkRows(), options.rowsPerSecond(), options.maxPauseMs(),
                            Clock.systemUTC().instant(), owner, 0L)
                    .execute();
            db.update(moves).set(OWNER_EXPIRES_MS, nowMs.plus(LEASE.toMillis())).where(MOVE_NO.eq(number)).execute();
            transaction.commit();
            return get(number);
        }
    }

    /// Whether the move is this process's to make from now on.
    boolean take(long number, UUID owner) {
        return database.db().update(moves).set(OWNER, owner).set(OWNER_EXPIRES_MS, nowMs.plus(LEASE.toMillis()))
                .where(MOVE_NO.eq(number)).and(OWNER.isNull().or(OWNER_EXPIRES_MS.lt(nowMs)).or(OWNER.eq(owner)))
                .execute() == 1;
    }

    boolean renew(long number, UUID owner) {
        return database.db().update(moves).set(OWNER_EXPIRES_MS, nowMs.plus(LEASE.toMillis())).where(of(number, owner))
                .execute() == 1;
    }

    void release(long number, UUID owner) {
        database.db().update(moves).set(OWNER, (UUID) null).where(of(number, owner)).execute();
    }

    void setCopiedRows(long number, UUID owner, long rows) {
        database.db().update(moves).set(COPIED_ROWS, rows).where(of(number, owner)).execute();
    }

    void setPendingChanges(long number, UUID owner, long changes) {
        database.db().update(moves).set(PENDING_CHANGES, changes).where(of(number, owner)).execute();
    }

    void setFailure(long number, UUID owner, String failure) {
        database.db().update(moves).set(FAILURE, failure.substring(0, Math.min(MAX_FAILURE, failure.length())))
                .where(of(number, owner)).execute();
    }

    /// From one state to another, and a new version of the map with it.
    void advance(ShardMove move, UUID owner, MoveState from, MoveState to) {
        try (var transaction = Transaction.begin(database)) {
            expectOne(transaction.db().update(moves).set(STATE, to.name()).where(of(move.number(), owner))
                    .and(STATE.eq(from.name())).execute(), move);
            nextEpoch(transaction.db());
            transaction.commit();
        }
    }

    /// Begins a fence, whose number nobody else has.
    long fence(ShardMove move, UUID owner) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            expectOne(db.update(moves).set(STATE, MoveState.FENCED.name()).set(FENCE_NO, FENCE_NO.plus(1L))
                    .where(of(move.number(), owner)).and(STATE.eq(MoveState.CATCHING_UP.name())).execute(), move);
            long fence = db.select(FENCE_NO).from(moves).where(MOVE_NO.eq(move.number())).fetchSingle().value1();
            transaction.commit();
            return fence;
        }
    }

    /// The commit point: the target serves from here on. All of it or, where somebody has lifted the fence, nothing.
    ///
    /// @param sinceNs when writes began to wait
    void switchOver(ShardMove move, UUID owner, long fence, long sinceNs) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            ShardHomes.write(db, database, move.shard(), Home.after(move, database.shard()));
            if (move.reverts().isPresent()) {
                db.update(moves).set(STATE, MoveState.REVERTED.name())
                        .where(MOVE_NO.eq(move.reverts().getAsLong())).execute();
            }
            nextEpoch(db);
            expectOne(db.update(moves).set(STATE, MoveState.SWITCHED.name())
                    .set(PAUSE_US, (System.nanoTime() - sinceNs) / 1_000).where(of(move.number(), owner))
                    .and(STATE.eq(MoveState.FENCED.name())).and(FENCE_NO.eq(fence)).execute(), move);
            transaction.commit();
        }
    }

    /// Takes back a fence of this process.
    void lift(ShardMove move, UUID owner) {
        database.db().update(moves).set(STATE, MoveState.CATCHING_UP.name()).where(of(move.number(), owner))
                .and(STATE.eq(MoveState.FENCED.name())).execute();
    }

    /// Takes back a fence whose owner is gone.
    ///
    /// @return whether this fence cannot become a switch any more
    boolean isLifted(long number, long fence) {
        var db = database.db();
        db.update(moves).set(STATE, MoveState.CATCHING_UP.name()).set(OWNER, (UUID) null).where(MOVE_NO.eq(number))
                .and(STATE.eq(MoveState.FENCED.name())).and(FENCE_NO.eq(fence)).and(OWNER_EXPIRES_MS.lt(nowMs))
                .execute();
        return db.fetchExists(moves, MOVE_NO.eq(number).and(FENCE_NO.ne(fence)
                .or(STATE.notIn(MoveState.FENCED.name(), MoveState.SWITCHED.name()))));
    }

    private static void expectOne(int changed, ShardMove move) {
        if (changed != 1) {
            throw new MoveLostException(move.number());
        }
    }

    private static Condition of(long number, UUID owner) {
        return MOVE_NO.eq(number).and(OWNER.eq(owner));
    }

    /// Somebody else has taken the move over.
    static final class MoveLostException extends RuntimeException {
        private static final long serialVersionUID = 1;

        MoveLostException(long number) {
            super("move " + number + " was taken over or ended by another process");
        }
    }
}
