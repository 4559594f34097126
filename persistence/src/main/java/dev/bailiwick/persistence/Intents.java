package dev.bailiwick.persistence;

import java.security.Principal;
import java.time.Instant;
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

/// The table `intents`: what actions that cross shards still have to write on the other shards. A row is written with the transaction of the first
/// shard, so it is there if and only if anything is committed, and it is removed when all shards have committed.
///
/// Thread-safe.
final class Intents {
    private static final Field<UUID> ACTION_ID = EventColumns.ACTION_ID;
    private static final Field<String> ACTION = DSL.field(DSL.name("action"), SQLDataType.VARCHAR);
    private static final Field<String> ACTION_CLASS = DSL.field(DSL.name("action_class"), SQLDataType.VARCHAR);
    private static final Field<String> PRINCIPAL = EventColumns.PRINCIPAL;
    private static final Field<String> PARAMS = DSL.field(DSL.name("params"), SQLDataType.CLOB);
    private static final Field<Instant> CREATED_DATE = EventColumns.CREATED_DATE;
    private static final Field<Boolean> COMPENSATING = DSL.field(DSL.name("compensating"), SQLDataType.BOOLEAN);
    private static final Field<byte[]> PARTS = DSL.field(DSL.name("parts"), SQLDataType.VARBINARY);

    private Intents() {
    }

    /// @param parts what the other shards are to have; see [ShardPart#read]
    @SuppressWarnings("ArrayRecordComponent") // only carried from one method to another
    record Intent(ActionRecord action, boolean isCompensating, byte[] parts) {}

    static void insert(Transaction transaction, ActionRecord action, List<ShardPart> others) {
        transaction.db().insertInto(table(transaction.database()))
                .columns(ACTION_ID, ACTION, ACTION_CLASS, PRINCIPAL, PARAMS, CREATED_DATE, COMPENSATING, PARTS)
                .values(action.id(), action.name(), action.className(), action.principal().getName(), action.params(),
                        action.date(),
                        false, ShardPart.write(others))
                .execute();
    }

    /// Whether there was one.
    static boolean delete(DSLContext db, ShardDatabase database, UUID actionId) {
        return db.deleteFrom(table(database)).where(of(actionId)).execute() > 0;
    }

    /// The intent, which nobody else can have until the transaction ends.
    static Optional<Intent> locked(Transaction transaction, UUID actionId) {
        var db = transaction.db();
        db.select(ACTION_ID).from(table(transaction.database())).where(of(actionId)).forUpdate().fetch();
        return find(db, transaction.database(), of(actionId)).stream().findFirst();
    }

    static List<Intent> all(DSLContext db, ShardDatabase database) {
        return find(db, database, DSL.noCondition());
    }

    private static List<Intent> find(DSLContext db, ShardDatabase database, Condition condition) {
        return db.select(ACTION_ID, ACTION, ACTION_CLASS, PRINCIPAL, PARAMS, CREATED_DATE, COMPENSATING, PARTS)
                .from(table(database)).where(condition).orderBy(CREATED_DATE, ACTION_ID).fetch(row -> {
                    var name = row.get(PRINCIPAL);
                    Principal principal = () -> name;
                    return new Intent(new ActionRecord(row.get(ACTION_ID), row.get(ACTION), row.get(ACTION_CLASS),
                            principal, row.get(PARAMS), row.get(CREATED_DATE)), row.get(COMPENSATING), row.get(PARTS));
                });
    }

    static boolean isThere(ShardDatabase database, UUID actionId) {
        return database.db().fetchExists(table(database), of(actionId));
    }

    static void setCompensating(Transaction transaction, UUID actionId) {
        transaction.db().update(table(transaction.database())).set(COMPENSATING, true).where(of(actionId)).execute();
    }

    private static Condition of(UUID actionId) {
        return ACTION_ID.eq(actionId);
    }

    private static Table<Record> table(ShardDatabase database) {
        return DSL.table(Dialects.frameworkTable(database.dialect(), "intents"));
    }
}
