package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Query;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.TableField;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// Inserts and updates the rows of one table, many with one statement. Thread-safe.
final class RowWriter<P extends Versioned<P, ?, ?>, R extends Record, ID> {
    private static final int CHUNK = 500;

    private final Table<R> table;
    private final TableField<R, ID> id;
    private final RowConventions conventions;
    private final Function<P, R> toRecord;

    RowWriter(Table<R> table, TableField<R, ID> id, RowConventions conventions, Function<P, R> toRecord) {
        this.table = table;
        this.id = id;
        this.conventions = conventions;
        this.toRecord = toRecord;
    }

    void insert(DSLContext db, List<StagedChange<P>> changes) {
        for (var chunk : Chunks.of(changes, CHUNK)) {
            if (chunk.size() == 1) {
                var row = toRecord.apply(chunk.getFirst().after());
                db.insertInto(table).columns(table.fields()).values(row.intoArray()).execute();
            } else {
                Query one = db.insertInto(table).columns(table.fields())
                        .values(Arrays.stream(table.fields()).map(RowWriter::placeholder).toList());
                var batch = db.batch(one);
                for (var change : chunk) {
                    batch = batch.bind(toRecord.apply(change.after()).intoArray());
                }
                batch.execute();
            }
        }
    }

    /// @throws StaleRecordException with all rows of a chunk that are not as they were read
    void update(Transaction transaction, List<StagedChange<P>> changes) {
        for (var chunk : Chunks.of(changes, CHUNK)) {
            var counts = updated(transaction.db(), chunk);
            var stale = new ArrayList<StagedChange<P>>();
            for (int i = 0; i < counts.length; i++) {
                if (counts[i] == 0) {
                    stale.add(chunk.get(i));
                }
            }
            if (!stale.isEmpty()) {
                throw new StaleRecordException(transaction.database(), described(transaction.db(), stale));
            }
        }
    }

    private int[] updated(DSLContext db, List<StagedChange<P>> chunk) {
        if (chunk.size() == 1) {
            var change = chunk.getFirst();
            var row = toRecord.apply(change.after());
            return new int[]{statement(db, row, idOf(change.before()), change.before().version).execute()};
        }
        var batch = db.batch(statement(db, null, null, null));
        for (var change : chunk) {
            var row = toRecord.apply(change.after());
            var values = new ArrayList<@Nullable Object>();
            for (var field : table.fields()) {
                if (!field.equals(id)) {
                    values.add(row.get(field));
                }
            }
            values.add(idOf(change.before()));
            values.add(change.before().version);
            batch = batch.bind(values.toArray());
        }
        return batch.execute();
    }

    /// @param row empty for a statement to be filled in
    private Query statement(DSLContext db, @Nullable R row, @Nullable ID rowId, @Nullable Long version) {
        var values = new LinkedHashMap<Field<?>, @Nullable Object>();
        for (var field : table.fields()) {
            if (!field.equals(id)) {
                values.put(field, row == null ? placeholder(field) : row.get(field));
            }
        }
        return db.update(table).set(values).where(id.eq(DSL.val(rowId, id)))
                .and(conventions.version().eq(DSL.val(version, conventions.version()))).and(conventions.isAlive());
    }

    private static <T> Field<T> placeholder(Field<T> field) {
        return DSL.val((Object) null, field);
    }

    private List<StaleRecordException.Stale> described(DSLContext db, List<StagedChange<P>> stale) {
        var ids = stale.stream().map(change -> idOf(change.before())).distinct().toList();
        var rows = new HashMap<ID, Record>();
        db.select(id, conventions.version(), conventions.state()).from(table).where(id.in(ids)).fetch()
                .forEach(row -> rows.put(row.get(id), row));
        return stale.stream().map(change -> described(change.before(), rows.get(idOf(change.before())))).toList();
    }

    private StaleRecordException.Stale described(P row, @Nullable Record current) {
        var actual = current == null ? OptionalLong.empty() : OptionalLong.of(conventions.versionOf(current));
        return new StaleRecordException.Stale(row.label(), idOf(row), row.version, actual,
                current != null && conventions.isDeleted(current));
    }

    private ID idOf(P row) {
        return id.getType().cast(StoredIds.of(row.id));
    }
}
