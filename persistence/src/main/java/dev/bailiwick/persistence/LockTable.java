package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/// The table `locks`. All times are those of the database, so that the clocks of processes do not matter. Every statement commits by itself.
///
/// Thread-safe.
final class LockTable {
    private static final Duration FORGOTTEN_AFTER = Duration.ofDays(1);
    private static final Field<String> NAME = DSL.field(DSL.name("name"), SQLDataType.VARCHAR);
    private static final Field<UUID> OWNER = DSL.field(DSL.name("owner_id"),
            SQLDataType.UUID.asConvertedDataType(new UuidBinding()));
    private static final Field<Long> FENCE = DSL.field(DSL.name("fence"), SQLDataType.BIGINT);
    private static final Field<Long> EXPIRES_MS = DSL.field(DSL.name("expires_ms"), SQLDataType.BIGINT);

    private final ShardDatabase database;
    private final Table<Record> locks;
    private final Field<Long> nowMs;

    LockTable(ShardDatabase database) {
        this.database = database;
        this.locks = DSL.table(Dialects.frameworkTable(database.dialect(), "locks"));
        this.nowMs = nowMs(database.dialect());
    }

    /// The time of the database.
    static Field<Long> nowMs(SQLDialect dialect) {
        return DSL.field(switch (dialect) {
            case POSTGRES -> "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)";
            case MARIADB -> "CAST(unix_timestamp(sysdate(6)) * 1000 AS SIGNED)";
            default -> "datediff(MILLISECOND, TIMESTAMP WITH TIME ZONE '1970-01-01 00:00:00+00:00', current_timestamp)";
        }, SQLDataType.BIGINT);
    }

    /// The fence, if the lock was free. Fences of a name only grow, also after its row was forgotten: they are not less than the time.
    OptionalLong take(String name, UUID owner, Duration lease) {
        var db = database.db();
        int taken = db.update(locks).set(OWNER, owner).set(FENCE, DSL.greatest(FENCE.plus(1L), nowMs))
                .set(EXPIRES_MS, nowMs.plus(lease.toMillis())).where(NAME.eq(name))
                .and(OWNER.isNull().or(EXPIRES_MS.lt(nowMs))).execute();
        if (taken == 0) {
            if (db.fetchExists(locks, NAME.eq(name))) {
                return OptionalLong.empty();
            }
            insert(name, owner, lease);
        }
        var fence = db.select(FENCE).from(locks).where(held(name, owner)).fetchOne(FENCE);
        return fence == null ? OptionalLong.empty() : OptionalLong.of(fence);
    }

    private void insert(String name, UUID owner, Duration lease) {
        try {
            database.db().insertInto(locks).columns(NAME, OWNER, FENCE, EXPIRES_MS)
                    .select(DSL.select(DSL.val(name), DSL.val(owner, OWNER), nowMs, nowMs.plus(lease.toMillis())))
                    .execute();
        } catch (IntegrityConstraintViolationException e) {
            // somebody else was first
        }
    }

    /// Whether it was still this owner's.
    boolean renew(String name, UUID owner, Duration lease) {
        return database.db().update(locks).set(EXPIRES_MS, nowMs.plus(lease.toMillis())).where(held(name, owner))
                .execute() == 1;
    }

    void release(String name, UUID owner) {
        database.db().update(locks).set(OWNER, (UUID) null).where(held(name, owner)).execute();
    }

    void forgetOld() {
        database.db().deleteFrom(locks).where(OWNER.isNull())
                .and(EXPIRES_MS.lt(nowMs.minus(FORGOTTEN_AFTER.toMillis()))).execute();
    }

    private static Condition held(String name, UUID owner) {
        return NAME.eq(name).and(OWNER.eq(owner));
    }
}
