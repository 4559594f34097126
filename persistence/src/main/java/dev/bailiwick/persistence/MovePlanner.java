package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jooq.Field;
import org.jooq.impl.DSL;

/// Finds out what a move would do, and whether it can be done.
///
/// Rows move whose shard is in the bits of their id, since that is what every database can see. Thread-safe.
final class MovePlanner {
    private final DatabaseRegistry databases;
    private final RepositoryRegistry repositories;
    private final MoveTable table;
    private final List<MovedTable> tables;

    MovePlanner(DatabaseRegistry databases, RepositoryRegistry repositories, MoveTable table) {
        this.databases = databases;
        this.repositories = repositories;
        this.table = table;
        this.tables = movedTables(repositories);
    }

    private static List<MovedTable> movedTables(RepositoryRegistry repositories) {
        var tables = new ArrayList<MovedTable>();
        var modelTypes = new ArrayList<String>();
        for (var repository : repositories.all()) {
            repository.movedRows().ifPresent(rows -> {
                tables.add(rows);
                if (repository instanceof ModelRepository) {
                    modelTypes.add(repository.type().getSimpleName());
                }
            });
        }
        if (!modelTypes.isEmpty()) {
            tables.add(new MovedEvents(modelTypes));
        }
        return List.copyOf(tables);
    }

    List<MovedTable> tables() {
        return tables;
    }

    MovePlan plan(ShardIdentifier shard, ShardIdentifier target, OptionalLong reverts) {
        if (shard.equals(databases.defaultShard())) {
            throw new MoveRefusedException(
                    "shard " + shard + " is the default, which keeps the map and all rows whose ids"
                            + " name no shard, and does not move");
        }
        var to = databases.registered(target);
        long epoch = table.epoch(databases.defaultDatabase().db());
        var from = databases.registered(databases.effectiveShard(shard));
        if (from == to) {
            throw new MoveRefusedException("shard " + shard + " is served by shard " + to + " already");
        }
        refuseOthers(shard, reverts);
        refuseReaders(from, to);
        tables.forEach(moved -> refuseOtherColumns(moved, from, to));
        refuseOtherStrategies(shard, from);
        var rows = new ArrayList<MovePlan.TableRows>();
        for (var moved : tables) {
            rows.add(new MovePlan.TableRows(moved.name(), moved.count(from.db(), shard)));
            if (reverts.isEmpty() && moved.count(to.db(), shard) > 0) {
                throw new MoveRefusedException("the table " + moved.name() + " of shard " + to + " has rows of shard "
                        + shard + ", which it does not serve: find out whose they are and remove them");
            }
        }
        return new MovePlan(shard, from.shard(), target, epoch, rows, notMoved(shard, from), reverts,
                MoveOptions.standard());
    }

    /// Before a plan is carried out: what it rests on besides the version of the map.
    void check(MovePlan plan) {
        refuseOthers(plan.shard(), plan.reverts());
        refuseReaders(databases.registered(plan.source()), databases.registered(plan.target()));
    }

    private void refuseOthers(ShardIdentifier shard, OptionalLong reverts) {
        for (var move : table.unfinished(databases.defaultDatabase().db())) {
            if (move.state().isBeforeSwitch() || move.state() == MoveState.ABORTING) {
                throw new MoveRefusedException(move + ". One move is made at a time: resume it or abort it first");
            }
            boolean isReverted = reverts.isPresent() && reverts.getAsLong() == move.number();
            if (move.shard().equals(shard) && !isReverted) {
                throw new MoveRefusedException(move + ". Clean it first, or revert it");
            }
        }
    }

    private void refuseReaders(ShardDatabase from, ShardDatabase to) {
        for (var reader : new MapReaders(databases.defaultDatabase()).alive()) {
            for (var needed : List.of(from, to)) {
                if (!reader.shards().contains("*") && !reader.shards().contains(needed.shard().toString())) {
                    throw new MoveRefusedException("the process " + reader.id() + " does not register shard " + needed
                            + ": give it the configuration with that shard and start it again");
                }
            }
        }
    }

    /// A column that the repository does not know would stay behind.
    private static void refuseOtherColumns(MovedTable moved, ShardDatabase from, ShardDatabase to) {
        if (!(moved instanceof MovedRows)) {
            return;
        }
        var known = moved.fields().stream().map(field -> field.getName().toLowerCase(Locale.ROOT))
                .collect(Collectors.toCollection(TreeSet::new));
        for (var database : List.of(from, to)) {
            Field<?>[] fields = database.db()
                    .resultQuery("SELECT * FROM " + moved.sqlName(database) + " WHERE 1 = 0").fetch().fields();
            var there = Arrays.stream(fields).map(field -> field.getName().toLowerCase(Locale.ROOT))
                    .collect(Collectors.toCollection(TreeSet::new));
            if (!there.equals(known)) {
                throw new MoveRefusedException(
                        "the table " + moved.name() + " of shard " + database + " has the columns "
                                + there + ", and its repository knows " + known + ": let both be the same");
            }
        }
    }

    private void refuseOtherStrategies(ShardIdentifier shard, ShardDatabase from) {
        for (var repository : repositories.all()) {
            if (repository.movedRows().isEmpty() && repository.hasPlaced(shard, from)) {
                throw new MoveRefusedException("rows of " + repository.type().getSimpleName() + " are placed on shard "
                        + shard + " by something else than the bits of their ids, so that a move does not find them");
            }
        }
    }

    /// @throws MoveRefusedException where nobody knows what it is
    private List<String> notMoved(ShardIdentifier shard, ShardDatabase from) {
        var moved = tables.stream().filter(MovedEvents.class::isInstance).map(MovedEvents.class::cast)
                .flatMap(events -> events.modelTypes().stream()).toList();
        var known = repositories.all().stream().map(repository -> repository.type().getSimpleName()).toList();
        var others = from.db().selectDistinct(EventColumns.MODEL_TYPE).from(EventColumns.table(from.dialect()))
                .where(HomePattern.matchesText(EventColumns.MODEL_ID, shard))
                .and(moved.isEmpty() ? DSL.noCondition() : EventColumns.MODEL_TYPE.notIn(moved))
                .fetch(EventColumns.MODEL_TYPE);
        others.stream().filter(type -> !known.contains(type)).findFirst().ifPresent(type -> {
            throw new MoveRefusedException("there are events of " + type + " whose ids name shard " + shard
                    + ", and no repository keeps " + type
                    + ": add it to the RepositoryRegistry, or its rows would be lost"
                    + " from sight");
        });
        return others.stream().map(type -> "events of " + type + ", which are kept on the default shard").toList();
    }
}
