package dev.bailiwick.persistence;

import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What an action wants to write, in the order in which it was staged. Everything that is staged comes back as the row will be: with its next
/// version and without events. To change it once more, change what came back.
///
/// Belongs to one execution and its thread.
public final class ActionPlan {
    public static final int MAX_CHANGES = 100_000;

    private final RepositoryRegistry repositories;
    private final Clock clock;
    private final List<StagedChange<?>> changes = new ArrayList<>();
    private final Map<RowKey, Long> versions = new HashMap<>();
    private final IdentityHashMap<Object, Object> written = new IdentityHashMap<>();

    private record RowKey(Class<?> type, Object id) {}

    ActionPlan(RepositoryRegistry repositories, Clock clock) {
        this.repositories = repositories;
        this.clock = clock;
    }

    /// Stages a new row.
    public <P extends Versioned<P, ?, ?>> P add(P row) {
        var key = key(row);
        if (versions.containsKey(key)) {
            throw new IllegalStateException(row.label() + " is on the plan already: add it once, then update what add"
                    + " gave back");
        }
        if (row.version != Versioned.INITIAL_VERSION) {
            throw new IllegalStateException(row.label() + " has version " + row.version
                    + ", so it is not new: use update, or withInitialVersion()");
        }
        return stage(key, new StagedChange<>(repositories.of(row), row, row.asAdded(), true));
    }

    public <P extends Versioned<P, ?, ?>> List<P> addAll(Collection<P> rows) {
        return rows.stream().map(this::add).toList();
    }

    /// Stages a change of a row.
    public <P extends Versioned<P, ?, ?>> P update(P row) {
        var key = key(row);
        var staged = versions.get(key);
        if (staged != null && staged != row.version) {
            throw new IllegalStateException(row.label() + " is on the plan already and has version " + staged
                    + " there, not " + row.version + ": change what the plan gave back, not what was read");
        }
        return stage(key, new StagedChange<>(repositories.of(row), row, row.asUpdated(clock.instant()), false));
    }

    /// The rows in the order in which they came.
    public <P extends Versioned<P, ?, ?>> List<P> updateAll(Collection<P> rows) {
        return rows.stream().map(this::update).toList();
    }

    private static RowKey key(Versioned<?, ?, ?> row) {
        return new RowKey(row.getClass(), row.id);
    }

    private <P extends Versioned<P, ?, ?>> P stage(RowKey key, StagedChange<P> change) {
        if (changes.size() == MAX_CHANGES) {
            throw new IllegalStateException("a plan has at most " + MAX_CHANGES + " changes: divide the action");
        }
        changes.add(change);
        versions.put(key, change.after().version);
        written.put(change.before(), change.after());
        return change.after();
    }

    List<StagedChange<?>> changes() {
        return changes;
    }

    /// The result with rows as they were written, where an action returns what it staged rather than what the plan gave back.
    @SuppressWarnings("unchecked") // a row is replaced by another of its class, a list by a list, an optional by an optional
    <R> R asWritten(R result) {
        if (result == null) {
            return result;
        }
        Object replaced = switch (result) {
            case List<?> list when list.stream().anyMatch(written::containsKey) -> list.stream().map(this::replaced)
                    .toList();
            case Optional<?> optional -> optional.map(this::replaced);
            default -> replaced(result);
        };
        return (R) replaced;
    }

    private Object replaced(Object row) {
        Object current = row;
        @Nullable
        Object next = written.get(current);
        while (next != null) {
            current = next;
            next = written.get(current);
        }
        return current;
    }
}
