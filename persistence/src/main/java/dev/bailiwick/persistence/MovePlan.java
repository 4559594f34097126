package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.List;
import java.util.OptionalLong;

/// What a move would do. What is shown here is what [ShardMoves#start] does; it is refused where the map has changed since.
///
/// @param shard whose rows move
/// @param source the shard whose database serves them
/// @param target the shard whose database is to serve them
/// @param epoch the version of the map
/// @param tables what moves
/// @param notMoved what names the shard and stays where it is, for people
/// @param reverts the move that this one takes back
public record MovePlan(ShardIdentifier shard, ShardIdentifier source, ShardIdentifier target, long epoch,
        List<TableRows> tables, List<String> notMoved, OptionalLong reverts, MoveOptions options) {
    public MovePlan {
        tables = List.copyOf(tables);
        notMoved = List.copyOf(notMoved);
    }

    /// How many rows of a table move, as of now.
    public record TableRows(String table, long rows) {}

    public long rows() {
        return tables.stream().mapToLong(TableRows::rows).sum();
    }

    public MovePlan withOptions(MoveOptions newOptions) {
        return new MovePlan(shard, source, target, epoch, tables, notMoved, reverts, newOptions);
    }
}
