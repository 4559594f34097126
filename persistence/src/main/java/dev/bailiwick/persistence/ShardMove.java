package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/// A move of a shard's rows and events from one database to another, and how far it is.
///
/// @param number counts the moves of the whole system
/// @param shard whose rows move: the one that their ids name
/// @param source the shard whose database served them before
/// @param target the shard whose database serves them afterwards
/// @param reverts the move that this one takes back
/// @param plannedRows how many rows and events there were when it was planned
/// @param copiedRows how many were copied so far, without those that were copied again
/// @param pendingChanges how many changes waited to be copied again, as of some seconds ago
/// @param pause how long writes had to wait for the switch
/// @param failure why it was aborted, or why its last run ended
public record ShardMove(long number, ShardIdentifier shard, ShardIdentifier source, ShardIdentifier target,
        MoveState state, OptionalLong reverts, long plannedRows, long copiedRows, long pendingChanges, Duration pause,
        MoveOptions options, Optional<String> failure, Instant started) {
    /// `move 3 of 2/0 from 0/0 to 2/0: COPYING, 1000 of 5000 rows`
    @Override
    public String toString() {
        return "move " + number + " of " + shard + " from " + source + " to " + target + ": " + state + ", "
                + copiedRows + " of " + plannedRows + " rows"
                + (pendingChanges == 0 || !state.isBeforeSwitch() ? "" : ", " + pendingChanges + " changes to follow")
                + (pause.isZero() ? "" : ", writes waited for " + pause.toMillis() + " ms")
                + failure.map(why -> ", " + why).orElse("");
    }
}
