package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.Optional;

/// What can be said of one handler on one shard. The counts are of this process, since it began.
///
/// @param delivered events that the handler took
/// @param failed attempts that failed
/// @param retried attempts that were not an event's first
/// @param parked events that were parked
/// @param slots how many of the 16 slots this process has now
/// @param backlog of all processes; empty where the shard does not answer
public record HandlerMetrics(String handler, ShardIdentifier shard, long delivered, long failed, long retried,
        long parked, int slots, Optional<Backlog> backlog) {
    /// What is not done yet.
    ///
    /// @param events how many events the shard has after the one up to which everything is done, wanted or not
    /// @param oldest how long ago the first of them was written; nothing where there is none
    /// @param waiting models with an event that has failed and is to be tried again
    /// @param parked models with an event that is parked
    public record Backlog(long events, Duration oldest, long waiting, long parked) {}
}
