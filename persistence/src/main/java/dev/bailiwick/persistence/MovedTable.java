package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
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
    private static final int MAX_WINDOWS = 50;
    private static final int MAX_VALUES = 3_000;

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

    /// Some rows of a shard.
    ///
    /// @param last the last key that was looked at, whosever row it is; empty where there are no more
    record Chunk(List<Record> rows, Optional<UUID> last) {}

    /// The next rows in the order of their keys, as this database orders them. It looks at the rows of all shards, a bounded number at a time: a database
    /// that is asked for so many rows of *one* shard does not know how few they are, and may sort the whole table each time.
    final Chunk after(DSLContext db, ShardIdentifier shard, Optional<UUID> last, int count) {
        var rows = new ArrayList<Record>();
        var from = last;
        for (int window = 0; window < MAX_WINDOWS && rows.size() <= count / 2; window++) {
            var isAfter = from.map(value -> key.gt(DSL.val(value, key))).orElse(DSL.noCondition());
            var end = db.select(key).from(table(db.dialect())).where(isAfter).orderBy(key).limit(1)
                    .offset(count - rows.size() - 1).fetchOptional(key);
            rows.addAll(db.select(fields).from(table(db.dialect())).where(isAfter)
                    .and(end.map(value -> key.le(DSL.val(value, key))).orElse(DSL.noCondition())).and(isOf(shard))
                    .orderBy(key).fetch());
            from = end;
            if (end.isEmpty()) {
                break;
            }
        }
        return new Chunk(rows, from);
    }

    final Map<UUID, Record> byKey(DSLContext db, ShardIdentifier shard, Collection<UUID> keys) {
        var rows = new HashMap<UUID, Record>();
        if (!keys.isEmpty()) {
            db.select(fields).from(table(db.dialect())).where(key.in(keys)).and(isOf(shard)).fetch()
                    .forEach(row -> rows.put(row.get(key), row));
        }
        return rows;
    }

    final Set<UUID> keysAmong(DSLContext db, ShardIdentifier shard, Collection<UUID> keys) {
        return keys.isEmpty()
                ? Set.of()
                : db.select(key).from(table(db.dialect())).where(key.in(keys)).and(isOf(shard)).fetchSet(key);
    }

    final long count(DSLContext db, ShardIdentifier shard) {
        return db.selectCount().from(table(db.dialect())).where(isOf(shard)).fetchSingle().value1();
    }

    final void delete(DSLContext db, ShardIdentifier shard, Collection<UUID> keys) {
        if (!keys.isEmpty()) {
            db.deleteFrom(table(db.dialect())).where(key.in(keys)).and(isOf(shard)).execute();
        }
    }

    /// Many rows with each statement, which is what takes the time.
    static void insert(DSLContext db, Table<?> table, List<Field<?>> columns, List<List<@Nullable Object>> rows) {
        for (var some : Chunks.of(rows, Math.max(1, MAX_VALUES / columns.size()))) {
            var values = some.stream().map(row -> DSL.row(IntStream.range(0, columns.size())
                    .mapToObj(i -> value(columns.get(i), row.get(i))).toList())).toList();
            db.insertInto(table).columns(columns).valuesOfRows(values).execute();
        }
    }

    private static <T> Field<T> value(Field<T> field, @Nullable Object value) {
        return DSL.val(value, field);
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
