package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Instant;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/// An action that crosses shards, of which some have committed and others have not, or nobody has noted yet that all have.
///
/// @param action the name of its class
/// @param params as text
/// @param isCompensating whether somebody began to compensate it, so that it can no longer be resumed
/// @param committed the shards that have what the action wrote there
/// @param missing the others
public record UnfinishedAction(UUID actionId, String action, String principal, String params, Instant started,
        boolean isCompensating, SortedSet<ShardIdentifier> committed, SortedSet<ShardIdentifier> missing) {
    public UnfinishedAction {
        committed = Collections.unmodifiableSortedSet(new TreeSet<>(committed));
        missing = Collections.unmodifiableSortedSet(new TreeSet<>(missing));
    }
}
