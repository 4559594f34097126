package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Optional;

/// Which database serves a shard, as one row of the table `shard_homes` says.
///
/// @param elsewhere the shard whose database serves this one, where it is neither its own nor the default
/// @param moveNo the move that brought it there; 0 where it never moved
record Home(Kind kind, Optional<ShardIdentifier> elsewhere, long moveNo) {
    enum Kind {
        OWN, DEFAULT, ELSEWHERE
    }

    static final Home OWN = new Home(Kind.OWN, Optional.empty(), 0);
    static final Home DEFAULT = new Home(Kind.DEFAULT, Optional.empty(), 0);

    /// That of a shard that a move brought to the database of another one, or to its own.
    static Home after(ShardMove move, ShardIdentifier defaultShard) {
        if (move.target().equals(move.shard())) {
            return new Home(Kind.OWN, Optional.empty(), move.number());
        } else if (move.target().equals(defaultShard)) {
            return new Home(Kind.DEFAULT, Optional.empty(), move.number());
        }
        return new Home(Kind.ELSEWHERE, Optional.of(move.target()), move.number());
    }
}
