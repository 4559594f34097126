package dev.bailiwick.persistence;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.Set;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.impl.DSL;

/// Which page of rows is wanted. Rows are ordered by a column, then by shard, then by id, so that the order is whole and the same for every page.
/// A page begins after a row, not after a number of rows: it costs the same wherever it is, and rows that come and go meanwhile do not shift it.
///
/// The column has a type that databases and Java order in the same way: a number or a point in time. Rows where it is null are left out. Give it
/// an index.
///
/// @param after the cursor of the page before
public record PageRequest<V extends Comparable<? super V>>(Field<V> field, boolean descending, int size,
        Condition condition, Optional<String> after) {
    public static final int MAX_SIZE = 10_000;
    private static final Set<Class<?>> ORDERED = Set.of(Instant.class, OffsetDateTime.class, LocalDate.class,
            LocalDateTime.class, Short.class, Integer.class, Long.class, BigDecimal.class);

    public PageRequest {
        if (!ORDERED.contains(field.getType())) {
            throw new IllegalArgumentException(
                    "pages are ordered by a number or a point in time, which all databases and"
                            + " Java order in the same way, not by " + field.getName() + ", a "
                            + field.getType().getSimpleName());
        }
        if (size < 1 || size > MAX_SIZE) {
            throw new IllegalArgumentException("a page has 1 to " + MAX_SIZE + " rows, not " + size);
        }
    }

    /// The first 100 rows, in ascending order.
    public static <V extends Comparable<? super V>> PageRequest<V> by(Field<V> field) {
        return new PageRequest<>(field, false, 100, DSL.noCondition(), Optional.empty());
    }

    public PageRequest<V> inDescendingOrder() {
        return new PageRequest<>(field, true, size, condition, after);
    }

    public PageRequest<V> withSize(int rows) {
        return new PageRequest<>(field, descending, rows, condition, after);
    }

    public PageRequest<V> where(Condition newCondition) {
        return new PageRequest<>(field, descending, size, newCondition, after);
    }

    /// The page that follows one whose cursor this is.
    public PageRequest<V> after(String cursor) {
        return new PageRequest<>(field, descending, size, condition, Optional.of(cursor));
    }
}
