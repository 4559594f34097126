package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.SortField;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/// The order of pages across shards, and the place in it where a page begins: by value, then by shard, then by id as its database orders ids.
///
/// So values are all that is compared here, and ids only where they lie. That matters because the databases do not agree on the order of UUIDs.
final class Keyset<V extends Comparable<? super V>, ID> {
    private final PageRequest<V> request;
    private final Field<ID> id;
    private final @Nullable Cursor<V, ID> cursor;

    private record Cursor<V, ID>(V value, ShardIdentifier shard, ID id) {}

    Keyset(PageRequest<V> request, Field<ID> id) {
        this.request = request;
        this.id = id;
        this.cursor = request.after().map(this::parse).orElse(null);
    }

    List<SortField<?>> order() {
        return List.of(request.descending() ? request.field().desc() : request.field().asc(), id.asc());
    }

    /// What of a shard comes after the cursor.
    Condition on(ShardIdentifier shard) {
        var field = request.field();
        if (cursor == null) {
            return field.isNotNull();
        }
        var later = request.descending() ? field.lt(cursor.value) : field.gt(cursor.value);
        int place = shard.compareTo(cursor.shard);
        if (place < 0) {
            return later;
        }
        var same = field.eq(cursor.value);
        return later.or(place > 0 ? same : same.and(id.gt(DSL.val(cursor.id, id))));
    }

    /// Puts what the shards have answered into one order and takes a page of it.
    <R extends Record> Merged<R> merge(Collection<? extends Map.Entry<ShardIdentifier, List<R>>> answers) {
        var all = new ArrayList<Found<V, R>>();
        for (var answer : answers) {
            answer.getValue().forEach(row -> all.add(new Found<>(row.get(request.field()), answer.getKey(), row)));
        }
        Comparator<Found<V, R>> byValue = Comparator.comparing(Found::value);
        all.sort((request.descending() ? byValue.reversed() : byValue).thenComparing(Found::shard)); // stable: ids keep their order
        var page = all.subList(0, Math.min(request.size(), all.size()));
        return new Merged<>(page.stream().map(Found::row).toList(),
                all.size() > page.size() ? Optional.of(written(page.getLast())) : Optional.empty());
    }

    record Merged<R>(List<R> rows, Optional<String> next) {}

    private record Found<V, R>(V value, ShardIdentifier shard, R row) {}

    private <R extends Record> String written(Found<V, R> last) {
        var text = last.shard().group() + " " + last.shard().member() + " " + last.value() + " " + last.row().get(id);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private Cursor<V, ID> parse(String text) {
        try {
            var parts = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8).split(" ", 4);
            var shard = ShardIdentifier.of(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
            var value = DSL.val((Object) parts[2], request.field()).getValue();
            var rowId = DSL.val((Object) parts[3], id).getValue();
            return new Cursor<>(Objects.requireNonNull(value), shard, Objects.requireNonNull(rowId));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("'" + text + "' is no cursor of a page by " + request.field().getName()
                    + ": use Page.next() as it is", e);
        }
    }
}
