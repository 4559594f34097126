package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/// One version of the map as a process has read it. Immutable but for a count of the questions to all shards that are under way with it.
final class MapView {
    private final long epoch;
    private final Map<ShardIdentifier, Home> homes;
    private final List<ShardMove> moves;
    private final Set<ShardIdentifier> moving = new HashSet<>();
    private final AtomicInteger questions = new AtomicInteger();

    /// @param moves those that have not come to an end
    MapView(long epoch, Map<ShardIdentifier, Home> homes, List<ShardMove> moves) {
        this.epoch = epoch;
        this.homes = Map.copyOf(homes);
        this.moves = List.copyOf(moves);
        moves.stream().filter(move -> move.state().isBeforeSwitch()).forEach(move -> moving.add(move.shard()));
    }

    /// That of a process that has read none yet.
    static MapView none() {
        return new MapView(0, Map.of(), List.of());
    }

    long epoch() {
        return epoch;
    }

    Optional<Home> homeOf(ShardIdentifier shard) {
        return Optional.ofNullable(homes.get(shard));
    }

    /// Whether the shard may leave the database that serves it before the next version is read.
    boolean isMoving(ShardIdentifier shard) {
        return !moving.isEmpty() && moving.contains(shard);
    }

    /// Whether a database has rows that may be in another one, too.
    boolean touches(ShardIdentifier database) {
        return !moves.isEmpty()
                && moves.stream().anyMatch(move -> move.source().equals(database) || move.target().equals(database));
    }

    List<ShardMove> moves() {
        return moves;
    }

    /// Questions to all shards that began with this version and have not ended.
    AtomicInteger questions() {
        return questions;
    }
}
