package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The rows of a repository.
final class MovedRows extends MovedTable {
    private final Table<?> table;

    MovedRows(Table<?> table, Field<UUID> key) {
        super(String.join(".", table.getQualifiedName().getName()), key, Arrays.asList(table.fields()));
        this.table = table;
    }

    @Override
    Table<?> table(SQLDialect dialect) {
        return table;
    }

    @Override
    Condition isOf(ShardIdentifier shard) {
        return HomePattern.matches(key(), shard);
    }

    @Override
    String isOfSql(String row, ShardIdentifier shard, SQLDialect dialect) {
        var column = row + "." + key().getName();
        return "CAST(" + column + " AS " + (dialect == SQLDialect.MARIADB ? "char(36)" : "varchar(36)") + ") LIKE '"
                + HomePattern.of(shard) + "'";
    }

    /// A row that is there is updated rather than replaced, since others may refer to it.
    @Override
    void write(Transaction target, ShardMove move, List<Record> rows) {
        var there = target.db().select(key()).from(table).where(key().in(rows.stream().map(row -> row.get(key()))
                .toList())).fetchSet(key());
        var added = new ArrayList<List<@Nullable Object>>();
        var changed = new ArrayList<Record>();
        for (var row : rows) {
            if (there.contains(row.get(key()))) {
                changed.add(row);
            } else {
                added.add(row.intoList());
            }
        }
        insert(target.db(), table, fields(), added);
        update(target, changed);
    }

    private void update(Transaction target, List<Record> rows) {
        if (!rows.isEmpty()) {
            var db = target.db();
            var others = fields().stream().filter(field -> !field.equals(key())).toList();
            var values = new LinkedHashMap<Field<?>, @Nullable Object>();
            others.forEach(field -> values.put(field, placeholder(field)));
            var batch = db.batch(db.update(table).set(values).where(key().eq(DSL.val((UUID) null, key()))));
            for (var row : rows) {
                var bound = new ArrayList<@Nullable Object>();
                others.forEach(field -> bound.add(row.get(field)));
                bound.add(row.get(key()));
                batch = batch.bind(bound.toArray());
            }
            batch.execute();
        }
    }

    private static <T> Field<T> placeholder(Field<T> field) {
        return DSL.val((Object) null, field);
    }
}
