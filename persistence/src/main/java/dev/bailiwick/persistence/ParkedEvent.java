package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Instant;

/// An event that a handler could not take. Later events of the same model wait behind it, for this handler.
///
/// @param attempts how often it was tried
/// @param failure the last one
/// @param since when it failed first, by the clock of its database
public record ParkedEvent(String handler, ShardIdentifier shard, LoggedEvent event, int attempts, String failure,
        Instant since) {}
