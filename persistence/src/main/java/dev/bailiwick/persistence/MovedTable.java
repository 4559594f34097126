package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// A table whose rows move with their shard: that of a repository, or the event log. Immutable.
abstract sealed class MovedTable permits MovedRows, MovedEvents {
    private final String name;
    private final Field<UUID> key;
    private final List<Field<?>> fields;

    MovedTable(String name, Field<UUID> key, List<Field<?>> fields) {
        this.name = name;
        this.key = key;
        this.fields = List.copyOf(fields);
    }

    /// The same in every database.
    final String name() {
        return name;
    }

    /// Whether a trigger means this table by a name, which may have the schema in front.
    final boolean isNamed(String given) {
        var lower = given.toLowerCase(Locale.ROOT);
        return lower.equals(name.toLowerCase(Locale.ROOT)) || lower.endsWith("." + name.toLowerCase(Locale.ROOT));
    }

    final Field<UUID> key() {
        return key;
    }

    final List<Field<?>> fields() {
        return fields;
    }

    abstract Table<?> table(SQLDialect dialect);

    /// Whether a row is one of the shard's.
    abstract Condition isOf(ShardIdentifier shard);

    /// The same for a trigger.
    ///
    /// @param row OLD or NEW
    abstract String isOfSql(String row, ShardIdentifier shard, SQLDialect dialect);

    /// Makes rows of the target the same as these of the source.
    abstract void write(Transaction target, ShardMove move, List<Record> rows);

    final String sqlName(ShardDatabase database) {
        return database.db().render(table(database.dialect()));
    }

    /// The next rows in the order of their keys, as this database orders them.
    final List<Record> after(DSLContext db, ShardIdentifier shard, Optional<UUID> last, int count) {
        return List.copyOf(db.select(fields).from(table(db.dialect())).where(isOf(shard))
                .and(last.map(value -> key.gt(DSL.val(value, key))).orElse(DSL.noCondition())).orderBy(key)
                .limit(count).fetch());
    }

    final List<UUID> keysAfter(DSLContext db, ShardIdentifier shard, Optional<UUID> last, int count) {
        return db.select(key).from(table(db.dialect())).where(isOf(shard))
                .and(last.map(value -> key.gt(DSL.val(value, key))).orElse(DSL.noCondition())).orderBy(key)
                .limit(count).fetch(key);
    }

    final Map<UUID, Record> byKey(DSLContext db, ShardIdentifier shard, Collection<UUID> keys) {
        var rows = new HashMap<UUID, Record>();
        if (!keys.isEmpty()) {
            db.select(fields).from(table(db.dialect())).where(key.in(keys)).and(isOf(shard)).fetch()
                    .forEach(row -> rows.put(row.get(key), row));
        }
        return rows;
    }

    final long count(DSLContext db, ShardIdentifier shard) {
        return db.selectCount().from(table(db.dialect())).where(isOf(shard)).fetchSingle().value1();
    }

    final void delete(DSLContext db, ShardIdentifier shard, Collection<UUID> keys) {
        if (!keys.isEmpty()) {
            db.deleteFrom(table(db.dialect())).where(key.in(keys)).and(isOf(shard)).execute();
        }
    }

    /// Whether two rows say the same.
    final boolean isSame(@Nullable Record left, @Nullable Record right) {
        return left != null && right != null
                && fields.stream().allMatch(field -> isSame(left.get(field), right.get(field)));
    }

    private static boolean isSame(@Nullable Object left, @Nullable Object right) {
        return (left instanceof BigDecimal one && right instanceof BigDecimal other)
                ? one.compareTo(other) == 0
                : Objects.deepEquals(left, right);
    }
}
