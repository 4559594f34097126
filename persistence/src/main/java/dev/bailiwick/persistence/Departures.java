package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `departures` of a database: which shards are leaving it or have left it.
///
/// A fence has to wait for transactions that have written rows of the shard, and to stop those that come later. Who writes such a row holds a shared lock until
/// his transaction ends, which a trigger takes ([DepartureTriggers]); who fences needs the lock for himself. In PostgreSQL that is an advisory lock, whose
/// queue is fair, and not a lock on the row, which writers that overlap would never set free. In MariaDB it is the lock on the row. H2 has no shared locks
/// but those on whole tables, which every writer has until his transaction ends: there the fence is written first, and then a statement that needs the
/// table for itself waits for everybody who may not have seen it.
///
/// Thread-safe.
final class Departures {
    /// The first half of advisory locks; the second is the shard.
    static final int LOCK = 0x6261696c;

    private static final int H2_LOCK_TIMEOUT_MS = 2_000;
    private static final Field<Integer> GROUP = DSL.field(DSL.name("shard_group"), SQLDataType.INTEGER);
    private static final Field<Integer> MEMBER = DSL.field(DSL.name("shard_member"), SQLDataType.INTEGER);
    private static final Field<Long> MOVE_NO = DSL.field(DSL.name("move_no"), SQLDataType.BIGINT);
    private static final Field<String> STATE = DSL.field(DSL.name("state"), SQLDataType.VARCHAR);
    private static final Field<Long> FENCE_NO = DSL.field(DSL.name("fence_no"), SQLDataType.BIGINT);
    private static final Field<Boolean> HANDED_OVER = DSL.field(DSL.name("handed_over"), SQLDataType.BOOLEAN);
    private static final Field<String> MODEL_TYPES = DSL.field(DSL.name("model_types"), SQLDataType.VARCHAR);

    enum State {
        /// Rows are served here; changes are noted.
        WATCHED,
        /// Rows may be read here and not be written.
        FENCED,
        /// Rows are served elsewhere.
        LEFT
    }

    record Departure(long moveNo, State state, long fenceNo) {}

    private final ShardDatabase database;
    private final Table<Record> departures;

    Departures(ShardDatabase database) {
        this.database = database;
        this.departures = DSL.table(Dialects.frameworkTable(database.dialect(), "departures"));
    }

    static int lockOf(ShardIdentifier shard) {
        return shard.group() << 6 | shard.member();
    }

    Optional<Departure> find(DSLContext db, ShardIdentifier shard) {
        return db.select(MOVE_NO, STATE, FENCE_NO).from(departures).where(of(shard))
                .fetchOptional(row -> new Departure(row.get(MOVE_NO), State.valueOf(row.get(STATE)),
                        row.get(FENCE_NO)));
    }

    /// Begins to note changes, once there are triggers.
    ///
    /// @param moved the events that are the shard's
    void watch(ShardMove move, HomeEvents moved) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            if (find(db, move.shard()).filter(found -> found.moveNo() == move.number()).isEmpty()) {
                db.deleteFrom(departures).where(of(move.shard())).execute();
                db.insertInto(departures).columns(GROUP, MEMBER, MOVE_NO, STATE, FENCE_NO, MODEL_TYPES, HANDED_OVER)
                        .values(move.shard().group(), move.shard().member(), move.number(), State.WATCHED.name(), 0L,
                                moved.text(), false)
                        .execute();
                transaction.commit();
            }
        }
    }

    /// Waits for those who are writing, and stops those who come later.
    ///
    /// @param tables names of the tables with rows of the shard
    /// @return whether that was possible in time; if not, [#unfence] takes back what there is of it
    boolean isFenced(ShardMove move, long fence, List<String> tables, long waitMs) {
        try (var transaction = Transaction.begin(database)) {
            var db = transaction.db();
            var fencing = db.update(departures).set(STATE, State.FENCED.name()).set(FENCE_NO, fence)
                    .where(of(move.shard())).and(MOVE_NO.eq(move.number()));
            if (database.dialect() == SQLDialect.POSTGRES) {
                db.execute("SET LOCAL lock_timeout = '" + waitMs + "ms'");
                db.execute("SELECT pg_advisory_xact_lock(" + LOCK + ", " + lockOf(move.shard()) + ")");
            }
            if (database.dialect() == SQLDialect.MARIADB) {
                db.execute("SET STATEMENT innodb_lock_wait_timeout = " + (waitMs + 999) / 1_000 + " FOR "
                        + db.renderInlined(fencing));
            } else {
                fencing.execute();
            }
            transaction.commit();
        } catch (RuntimeException e) {
            if (isTimeout(e)) {
                return false;
            }
            throw e;
        }
        return database.dialect() != SQLDialect.H2 || isPassed(tables, waitMs);
    }

    /// Whether in H2 nobody is in a transaction any more that had written to one of the tables before.
    boolean isPassed(List<String> tables, long waitMs) {
        try (var connection = database.connect(); var statement = connection.createStatement()) {
            for (var table : tables) {
                statement.execute("SET LOCK_TIMEOUT " + waitMs);
                statement.execute("ALTER TABLE " + table + " ADD CONSTRAINT bailiwick_barrier CHECK (TRUE) NOCHECK");
                statement.execute("SET LOCK_TIMEOUT " + H2_LOCK_TIMEOUT_MS);
                statement.execute("ALTER TABLE " + table + " DROP CONSTRAINT IF EXISTS bailiwick_barrier");
            }
            return true;
        } catch (SQLException e) {
            if (isTimeout(e)) {
                return false;
            }
            throw database.failed("the writers of a shard that moves were not waited for", e);
        }
    }

    /// Whether a lock was not free in time.
    static boolean isTimeout(Throwable failure) {
        for (var cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql) {
                var state = String.valueOf(sql.getSQLState());
                return state.equals("55P03") || state.equals("HYT00") || state.equals("40001")
                        || sql.getErrorCode() == 1205 || sql.getErrorCode() == 50_200;
            }
        }
        return false;
    }

    /// Takes a fence back, if it is this one. It looks first, without a lock: where a long transaction has kept the fence from being set, to wait for its lock here would make others wait behind.
    void unfence(ShardIdentifier shard, long moveNo, long fence) {
        if (!find(database.db(), shard).equals(Optional.of(new Departure(moveNo, State.FENCED, fence)))) {
            return;
        }
        database.db().update(departures).set(STATE, State.WATCHED.name()).where(of(shard)).and(MOVE_NO.eq(moveNo))
                .and(FENCE_NO.eq(fence)).and(STATE.eq(State.FENCED.name())).execute();
    }

    /// After the switch. Those who deliver events get to know of it.
    void leave(ShardMove move) {
        try (var transaction = Transaction.begin(database)) {
            int changed = transaction.db().update(departures).set(STATE, State.LEFT.name()).where(of(move.shard()))
                    .and(MOVE_NO.eq(move.number())).and(STATE.ne(State.LEFT.name())).execute();
            if (changed > 0) {
                EventFeed.nextHomes(transaction);
            }
            transaction.commit();
        }
    }

    boolean isHandedOver(ShardMove move) {
        return database.db().fetchExists(departures, of(move.shard()).and(MOVE_NO.eq(move.number()))
                .and(HANDED_OVER.isTrue()));
    }

    /// From now on the target delivers the shard's events.
    void setHandedOver(Transaction transaction, ShardMove move) {
        transaction.db().update(departures).set(HANDED_OVER, true).where(of(move.shard()))
                .and(MOVE_NO.eq(move.number())).execute();
        EventFeed.nextHomes(transaction);
    }

    /// What has left and is delivered elsewhere, or else is not yet.
    List<HomeEvents> left(boolean isHandedOver) {
        return database.db().select(GROUP, MEMBER, MODEL_TYPES).from(departures).where(STATE.eq(State.LEFT.name()))
                .and(HANDED_OVER.eq(isHandedOver)).fetch(row -> HomeEvents.parse(
                        ShardIdentifier.of(row.get(GROUP), row.get(MEMBER)), row.get(MODEL_TYPES)));
    }

    /// The shard is served here: what an older move has left, or one that was aborted, says nothing any more.
    void forget(ShardIdentifier shard, long upToMove) {
        database.db().deleteFrom(departures).where(of(shard)).and(MOVE_NO.le(upToMove)).execute();
    }

    private static Condition of(ShardIdentifier shard) {
        return GROUP.eq(shard.group()).and(MEMBER.eq(shard.member()));
    }
}
