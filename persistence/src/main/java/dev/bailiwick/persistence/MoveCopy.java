package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.LongConsumer;
import org.jooq.Record;
import org.jooq.exception.IntegrityConstraintViolationException;

/// Copies rows to the target, and compares them.
///
/// First all of them, in the order of their keys and in chunks; how far it is stands beside the copy and is committed with it. Then, as often as it
/// takes, those that the triggers have noted as changed. A row that is copied once more becomes what it is in the source at that moment, so that a
/// copy that is repeated, or that comes late, does no harm.
///
/// Belongs to one thread.
final class MoveCopy {
    static final int CHANGES_AT_ONCE = 2_000;

    private final MoveSite site;
    private final ShardMove move;
    private final MoveChanges changes;
    private final Arrivals arrivals;
    private final LongConsumer progress;
    private final Runnable working;

    /// @param progress told how many rows are copied
    /// @param working told that rows were compared
    MoveCopy(MoveSite site, LongConsumer progress, Runnable working) {
        this.site = site;
        this.move = site.move();
        this.changes = site.changes();
        this.arrivals = new Arrivals(site.target());
        this.progress = progress;
        this.working = working;
    }

    /// Copies what is not copied yet.
    void copyAll() {
        var cursor = arrivals.open(move, site.events(), site.owner());
        for (int tableNo = cursor.tableNo(); tableNo < site.tables().size(); tableNo++) {
            var table = site.tables().get(tableNo);
            var last = tableNo == cursor.tableNo() ? cursor.lastKey() : Optional.<UUID>empty();
            do {
                long startNs = System.nanoTime();
                var chunk = table.after(site.source().db(), move.shard(), last, move.options().chunkRows());
                last = chunk.last();
                int next = last.isPresent() ? tableNo : tableNo + 1;
                cursor = new Arrivals.Cursor(next, last, cursor.copiedRows() + chunk.rows().size());
                write(table, chunk.rows(), cursor);
                progress.accept(cursor.copiedRows());
                site.hook().accept("COPYING " + table.name());
                throttle(chunk.rows().size(), startNs);
            } while (last.isPresent());
        }
    }

    private void write(MovedTable table, List<Record> rows, Arrivals.Cursor cursor) {
        site.onTarget(transaction -> {
            if (!rows.isEmpty()) {
                write(table, transaction, rows);
            }
            arrivals.setCursor(transaction, move, cursor);
        });
    }

    private void write(MovedTable table, Transaction transaction, List<Record> rows) {
        try {
            table.write(transaction, move, rows);
        } catch (IntegrityConstraintViolationException e) {
            throw new MoveObstacleException("rows of the table " + table.name() + " cannot be in shard " + site.target()
                    + ", which does not take them beside its own: " + e.getMessage(), e);
        }
    }

    private void throttle(int rows, long startNs) {
        int perSecond = move.options().rowsPerSecond();
        if (perSecond > 0) {
            long dueNs = rows * 1_000_000_000L / perSecond - (System.nanoTime() - startNs);
            if (dueNs > 0) {
                site.pauseNs().accept(dueNs);
            }
        }
    }

    /// Copies some of what was changed since, and reads it back.
    ///
    /// @return how many changes that were; fewer than [#CHANGES_AT_ONCE] where there are no more for now
    int copyChanges() {
        var some = changes.read(move, CHANGES_AT_ONCE);
        if (!some.isEmpty()) {
            var keys = new HashMap<String, Set<UUID>>();
            some.forEach(change -> keys.computeIfAbsent(change.table(), name -> new LinkedHashSet<>())
                    .add(change.key()));
            var byTable = new ArrayList<List<UUID>>();
            for (var table : site.tables()) {
                var own = new ArrayList<UUID>();
                keys.forEach((name, changed) -> {
                    if (table.isNamed(name)) {
                        own.addAll(changed);
                    }
                });
                byTable.add(own);
            }
            keys.keySet().stream().filter(name -> site.tables().stream().noneMatch(table -> table.isNamed(name)))
                    .findFirst().ifPresent(name -> {
                        throw new IllegalStateException("a trigger tells of a table " + name + " that does not move");
                    });
            copyKeys(byTable);
            changes.delete(some);
        }
        return some.size();
    }

    /// Removes children before parents and adds parents before children, which is the order of the repositories.
    private void copyKeys(List<List<UUID>> keys) {
        var rows = new ArrayList<List<Record>>();
        site.onTarget(transaction -> {
            rows.clear();
            for (int i = 0; i < keys.size(); i++) {
                rows.add(List
                        .copyOf(site.tables().get(i).byKey(site.source().db(), move.shard(), keys.get(i)).values()));
            }
            for (int i = keys.size() - 1; i >= 0; i--) {
                var table = site.tables().get(i);
                var gone = new LinkedHashSet<>(keys.get(i));
                rows.get(i).forEach(row -> gone.remove(row.get(table.key())));
                table.delete(transaction.db(), move.shard(), gone);
            }
            for (int i = 0; i < keys.size(); i++) {
                if (!rows.get(i).isEmpty()) {
                    write(site.tables().get(i), transaction, rows.get(i));
                }
            }
        });
        for (int i = 0; i < keys.size(); i++) {
            compare(site.tables().get(i), rows.get(i));
        }
    }

    private void compare(MovedTable table, List<Record> rows) {
        var there = table.byKey(site.target().db(), move.shard(), rows.stream().map(row -> row.get(table.key()))
                .toList());
        for (var row : rows) {
            if (!table.isSame(row, there.get(row.get(table.key())))) {
                throw differs(table, row.get(table.key()));
            }
        }
    }

    private MoveObstacleException differs(MovedTable table, UUID key) {
        return new MoveObstacleException(
                "the row " + key + " of the table " + table.name() + " is not the same in shard "
                        + site.target() + " as in shard " + site.source() + ", though it was copied",
                null);
    }

    /// Compares every row. One that was changed since it was copied is compared when it is copied again.
    void compareAll() {
        for (var table : site.tables()) {
            compareAll(table);
            removeStrangers(table);
        }
    }

    private void compareAll(MovedTable table) {
        var last = Optional.<UUID>empty();
        do {
            long startNs = System.nanoTime();
            var chunk = table.after(site.source().db(), move.shard(), last, move.options().chunkRows());
            last = chunk.last();
            var there = table.byKey(site.target().db(), move.shard(), keysOf(table, chunk));
            refuseUnlessChanged(table, chunk.rows().stream()
                    .filter(row -> !table.isSame(row, there.get(row.get(table.key()))))
                    .map(row -> row.get(table.key())).toList());
            working.run();
            throttle(chunk.rows().size(), startNs);
        } while (last.isPresent());
    }

    private static List<UUID> keysOf(MovedTable table, MovedTable.Chunk chunk) {
        return chunk.rows().stream().map(row -> row.get(table.key())).toList();
    }

    private void refuseUnlessChanged(MovedTable table, List<UUID> different) {
        if (!different.isEmpty()) {
            var changed = changes.among(move, table, different);
            different.stream().filter(key -> !changed.contains(key)).findFirst().ifPresent(key -> {
                throw differs(table, key);
            });
        }
    }

    /// Rows of the target that the source does not have. There can be some where an older move has left them and this one takes it back.
    private void removeStrangers(MovedTable table) {
        var last = Optional.<UUID>empty();
        do {
            var chunk = table.after(site.target().db(), move.shard(), last, move.options().chunkRows());
            last = chunk.last();
            var keys = keysOf(table, chunk);
            var known = table.keysAmong(site.source().db(), move.shard(), keys);
            var strangers = keys.stream().filter(key -> !known.contains(key)).toList();
            if (!strangers.isEmpty() && move.reverts().isEmpty()) {
                refuseUnlessChanged(table, strangers);
            } else if (!strangers.isEmpty()) {
                site.onTarget(transaction -> table.delete(transaction.db(), move.shard(), strangers));
            }
            working.run();
        } while (last.isPresent());
    }

    /// Where a move takes another one back, the target has events of the shard that never got their places in its feed. They get them together with those that are brought, and not
    /// by themselves.
    void takeLeftovers() {
        if (move.reverts().isEmpty()) {
            return;
        }
        for (var table : site.tables()) {
            if (table instanceof MovedEvents events) {
                while (events.takeLeftovers(site, move.options().chunkRows()) > 0) {
                    working.run();
                }
            }
        }
    }

    /// The rows of the actions whose events have moved. They stay in the source too, where other shards may have events of theirs.
    void copyActions() {
        for (var table : site.tables()) {
            if (table instanceof MovedEvents events) {
                var last = Optional.<UUID>empty();
                do {
                    var chunk = events.after(site.source().db(), move.shard(), last, move.options().chunkRows());
                    last = chunk.last();
                    var actions = new LinkedHashSet<UUID>();
                    for (var row : chunk.rows()) {
                        var action = row.get(EventColumns.ACTION_ID);
                        if (action != null) {
                            actions.add(action);
                        }
                    }
                    if (!actions.isEmpty()) {
                        site.onTarget(transaction -> events.writeActions(site.source().db(), transaction, actions));
                    }
                } while (last.isPresent());
            }
        }
    }
}
