package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.jspecify.annotations.Nullable;

/// Where the rows of a shard are: in its own database, or in the default one, since that was where they went before it was
/// registered, or in that of another shard, to which they were moved.
///
/// The ids of rows may name a shard for which there is no database yet. Such rows go to the default. When the shard is registered
/// later, its rows must not get out of sight. So one row of the table `shard_homes` of the default decides for everybody, and whoever comes first
/// writes it: `DEFAULT` by the first who writes a row of the shard without having it registered, in the same transaction, and `OWN` by the first
/// who uses the shard with its database. From then on a shard that is at home in the default stays there, registered or not, until its rows are
/// moved ([ShardMoves]); and one with a database of its own is refused by those who do not know of it. A copy of
/// `OWN` in the shard's own database spares the question when the default is down.
///
/// Thread-safe. An answer is asked for once; the table changes by moves only, and then [MapView] says so.
final class ShardHomes {
    private static final Field<String> HOME = DSL.field(DSL.name("home"), SQLDataType.VARCHAR);
    private static final Field<Integer> GROUP = DSL.field(DSL.name("shard_group"), SQLDataType.INTEGER);
    private static final Field<Integer> MEMBER = DSL.field(DSL.name("shard_member"), SQLDataType.INTEGER);
    private static final Field<Integer> SERVED_GROUP = DSL.field(DSL.name("served_group"), SQLDataType.INTEGER);
    private static final Field<Integer> SERVED_MEMBER = DSL.field(DSL.name("served_member"), SQLDataType.INTEGER);
    private static final Field<Long> MOVE_NO = DSL.field(DSL.name("move_no"), SQLDataType.BIGINT);

    private final ShardDatabase defaultDatabase;
    private final Function<ShardDatabase, DSLContext> joined;
    private final Map<ShardIdentifier, Home> known = new ConcurrentHashMap<>();

    /// @param joined the statements of a database, inside of the transaction that is open there
    ShardHomes(ShardDatabase defaultDatabase, Function<ShardDatabase, DSLContext> joined) {
        this.defaultDatabase = defaultDatabase;
        this.joined = joined;
    }

    /// Where the rows of a registered shard are.
    Home ofRegistered(ShardDatabase database) {
        var home = known.get(database.shard());
        return home == null ? find(database) : home;
    }

    private Home find(ShardDatabase database) {
        var shard = database.shard();
        var copy = read(joined.apply(database), database, shard);
        if (copy != null && copy.kind() == Home.Kind.OWN) {
            known.put(shard, Home.OWN);
            return Home.OWN;
        }
        var db = joined.apply(defaultDatabase);
        var home = claim(db, shard, Home.OWN);
        if (db.equals(defaultDatabase.db())) { // inside of a transaction the claim may yet be rolled back
            if (home.kind() == Home.Kind.OWN) {
                insert(joined.apply(database), database, shard, Home.OWN);
            }
            known.put(shard, home);
        }
        return home;
    }

    /// Where the rows of a shard are that is not registered: in the default, unless somebody has registered it.
    Home ofUnregistered(ShardIdentifier shard) {
        var home = known.get(shard);
        if (home == null) {
            var db = joined.apply(defaultDatabase);
            home = read(db, defaultDatabase, shard);
            if (home != null && db.equals(defaultDatabase.db())) {
                known.put(shard, home);
            }
        }
        return home == null ? Home.DEFAULT : home;
    }

    /// Notes in a transaction on the default that rows of a shard that is not registered go there.
    ///
    /// @throws ShardElsewhereException where it has got another database
    void claimForDefault(Transaction transaction, ShardIdentifier shard) {
        var seen = known.get(shard);
        if ((seen != null && seen.kind() == Home.Kind.DEFAULT) || !transaction.isFirstClaimOf(shard)) {
            return;
        }
        var before = read(transaction.db(), defaultDatabase, shard);
        var home = before == null ? claim(transaction.db(), shard, Home.DEFAULT) : before;
        if (home.kind() != Home.Kind.DEFAULT) {
            throw new ShardElsewhereException(shard, defaultDatabase);
        }
        if (before != null) { // what this transaction has written itself may yet be rolled back
            known.put(shard, home);
        }
    }

    /// The rows of the shard are in its own database from now on.
    void settle(ShardDatabase database) {
        defaultDatabase.db().deleteFrom(DSL.table(homes(defaultDatabase))).where(of(database.shard())).execute();
        known.remove(database.shard());
        ofRegistered(database);
    }

    /// What was found out about a shard is out of date.
    void forget(ShardIdentifier shard) {
        known.remove(shard);
    }

    private Home claim(DSLContext db, ShardIdentifier shard, Home wanted) {
        var home = read(db, defaultDatabase, shard);
        if (home != null) {
            return home;
        }
        insert(db, defaultDatabase, shard, wanted);
        var decided = read(db, defaultDatabase, shard);
        return decided == null ? wanted : decided;
    }

    /// Leaves a row that is there as it is. A statement that fails would end a transaction of PostgreSQL, and only there.
    private static void insert(DSLContext db, ShardDatabase database, ShardIdentifier shard, Home home) {
        boolean isMariaDb = database.dialect() == SQLDialect.MARIADB;
        boolean isPostgres = database.dialect() == SQLDialect.POSTGRES;
        try {
            db.execute("INSERT " + (isMariaDb ? "IGNORE " : "") + "INTO " + homes(database)
                    + " (shard_group, shard_member, home) VALUES (?, ?, ?)"
                    + (isPostgres ? " ON CONFLICT DO NOTHING" : ""),
                    shard.group(), shard.member(), home.kind().name());
        } catch (IntegrityConstraintViolationException e) {
            if (isMariaDb || isPostgres) {
                throw e;
            }
        }
    }

    /// Says where a shard is after a move.
    ///
    /// @param database the default, or one that keeps a copy
    static void write(DSLContext db, ShardDatabase database, ShardIdentifier shard, Home home) {
        insert(db, database, shard, home);
        db.update(DSL.table(homes(database))).set(HOME, home.kind().name())
                .set(SERVED_GROUP, home.elsewhere().map(ShardIdentifier::group).orElse(null))
                .set(SERVED_MEMBER, home.elsewhere().map(ShardIdentifier::member).orElse(null))
                .set(MOVE_NO, home.moveNo()).where(of(shard)).execute();
    }

    /// Takes back the copy that a database has.
    static void delete(DSLContext db, ShardDatabase database, ShardIdentifier shard) {
        db.deleteFrom(DSL.table(homes(database))).where(of(shard)).execute();
    }

    /// All that the table has.
    static Map<ShardIdentifier, Home> all(DSLContext db, ShardDatabase database) {
        var all = new HashMap<ShardIdentifier, Home>();
        db.select(GROUP, MEMBER, HOME, SERVED_GROUP, SERVED_MEMBER, MOVE_NO).from(homes(database)).fetch()
                .forEach(row -> all.put(ShardIdentifier.of(row.get(GROUP), row.get(MEMBER)), home(row)));
        return all;
    }

    private static @Nullable Home read(DSLContext db, ShardDatabase database, ShardIdentifier shard) {
        try {
            var row = db.select(HOME, SERVED_GROUP, SERVED_MEMBER, MOVE_NO).from(homes(database)).where(of(shard))
                    .fetchOne();
            return row == null ? null : home(row);
        } catch (DataAccessException e) {
            throw new IllegalStateException("shard " + database + " has no table " + homes(database)
                    + " as it should be: let DatabaseRegistry.migrate() make the tables of the framework first", e);
        }
    }

    private static Home home(Record row) {
        var group = row.get(SERVED_GROUP);
        var member = row.get(SERVED_MEMBER);
        Optional<ShardIdentifier> elsewhere = group == null || member == null
                ? Optional.empty()
                : Optional.of(ShardIdentifier.of(group, member));
        return new Home(Home.Kind.valueOf(row.get(HOME)), elsewhere, row.get(MOVE_NO));
    }

    private static Condition of(ShardIdentifier shard) {
        return GROUP.eq(shard.group()).and(MEMBER.eq(shard.member()));
    }

    private static String homes(ShardDatabase database) {
        return Dialects.frameworkTable(database.dialect(), "shard_homes");
    }
}
