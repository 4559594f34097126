package dev.bailiwick.persistence;

import java.util.Arrays;
import java.util.List;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The columns that every table has besides its own: `version`, `state`, `created_date`, `updated_date`.
final class RowConventions {
    private static final List<String> NAMES = List.of("version", "state", "created_date", "updated_date");

    private final Field<Long> version;
    private final Field<String> state;

    private RowConventions(Field<Long> version, Field<String> state) {
        this.version = version;
        this.state = state;
    }

    static RowConventions of(Table<?> table) {
        var missing = NAMES.stream().filter(name -> find(table, name) == null).toList();
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the table " + table.getName() + " has no column "
                    + String.join(" and no column ", missing)
                    + "; the table of a model or entity has an id, version, state, created_date and updated_date");
        }
        return new RowConventions(typed(table, "version", Long.class, "bigint"),
                typed(table, "state", String.class, "varchar"));
    }

    private static <T> Field<T> typed(Table<?> table, String name, Class<T> type, String sql) {
        var field = find(table, name);
        if (field == null || field.getType() != type) {
            throw new IllegalArgumentException(
                    "the column " + name + " of the table " + table.getName() + " is a " + sql
                            + " and " + type.getSimpleName() + " in Java");
        }
        return field.coerce(type);
    }

    private static @Nullable Field<?> find(Table<?> table, String name) {
        return Arrays.stream(table.fields()).filter(field -> field.getName().equalsIgnoreCase(name)).findFirst()
                .orElse(null);
    }

    Field<Long> version() {
        return version;
    }

    Condition isAlive() {
        return state.ne(DSL.inline(Versioned.DELETED_STATE));
    }

    Condition is(long expected) {
        return version.eq(expected);
    }

    long versionOf(Record row) {
        return row.get(version);
    }

    boolean isDeleted(Record row) {
        return Versioned.DELETED_STATE.equals(row.get(state));
    }

    Field<String> state() {
        return state;
    }
}
