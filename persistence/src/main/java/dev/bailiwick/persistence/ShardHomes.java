package dev.bailiwick.persistence;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.table;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jspecify.annotations.Nullable;

/// Where the rows of a shard are: in its own database, or in the default one, since that was where they went before it was
/// registered.
///
/// The ids of rows may name a shard for which there is no database yet. Such rows go to the default. When the shard is registered
/// later, its rows must not get out of sight. So one row of the table `shard_homes` of the default decides for everybody, and whoever comes first
/// writes it: `DEFAULT` by the first who writes a row of the shard without having it registered, `OWN` by the first who uses the shard with
/// its database. From then on a shard that is at home in the default stays there, registered or not, until its rows are moved
/// ([DatabaseRegistry#settle]); and one with a database of its own is refused by those who do not know of it. A copy of
/// `OWN` in the shard's own database spares the question when the default is down.
///
/// Thread-safe. An answer is asked for once; the table never changes but by settling.
final class ShardHomes {
    enum Home {
        OWN, DEFAULT
    }

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
        if (read(joined.apply(database), database, shard) == Home.OWN) {
            known.put(shard, Home.OWN);
            return Home.OWN;
        }
        var db = joined.apply(defaultDatabase);
        var home = claim(db, shard, Home.OWN);
        if (db.equals(defaultDatabase.db())) { // inside of a transaction the claim may yet be rolled back
            if (home == Home.OWN) {
                insert(joined.apply(database), database, shard, Home.OWN);
            }
            known.put(shard, home);
        }
        return home;
    }

    /// Notes that a row of a shard that is not registered goes to the default.
    ///
    /// @throws ShardElsewhereException where it has got a database of its own
    void claimForDefault(ShardIdentifier shard) {
        if (known.get(shard) == Home.DEFAULT) {
            return;
        }
        var db = joined.apply(defaultDatabase);
        if (claim(db, shard, Home.DEFAULT) == Home.OWN) {
            throw new ShardElsewhereException(shard, defaultDatabase);
        }
        if (db.equals(defaultDatabase.db())) {
            known.put(shard, Home.DEFAULT);
        }
    }

    /// The rows of the shard are in its own database from now on.
    void settle(ShardDatabase database) {
        var homes = homes(defaultDatabase);
        defaultDatabase.db().deleteFrom(table(homes)).where(of(database.shard())).execute();
        known.remove(database.shard());
        ofRegistered(database);
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
                    shard.group(), shard.member(), home.name());
        } catch (IntegrityConstraintViolationException e) {
            if (isMariaDb || isPostgres) {
                throw e;
            }
        }
    }

    private static @Nullable Home read(DSLContext db, ShardDatabase database, ShardIdentifier shard) {
        try {
            var home = db.select(field("home", String.class)).from(homes(database)).where(of(shard)).fetchOne(0,
                    String.class);
            return home == null ? null : Home.valueOf(home);
        } catch (DataAccessException e) {
            throw new IllegalStateException("shard " + database + " has no table " + homes(database)
                    + ": let DatabaseRegistry.migrate() make the tables of the framework first", e);
        }
    }

    private static Condition of(ShardIdentifier shard) {
        return field("shard_group", Integer.class).eq(shard.group())
                .and(field("shard_member", Integer.class).eq(shard.member()));
    }

    private static String homes(ShardDatabase database) {
        return Dialects.frameworkTable(database.dialect(), "shard_homes");
    }
}
