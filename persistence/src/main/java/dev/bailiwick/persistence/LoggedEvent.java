package dev.bailiwick.persistence;

import dev.bailiwick.store.Hash256;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/// An event of a model, as it is in the event log.
///
/// @param org as the [OrgRule] said; part of the stream's key
/// @param modelType the simple name of the model's class
/// @param version of the stream of this model: 1, 2, 3 without a gap
/// @param modelVersion of the row that the event led to
/// @param payload as the [PayloadWriter] wrote it
/// @param actionId the action's row in the same log; empty where a repository wrote without one
/// @param position in the feed of the shard; empty until somebody has read the feed that far
/// @param hash of the chain up to and with this event; empty where it was written before there were chains
public record LoggedEvent(UUID id, Optional<UUID> org, String modelType, String modelId, long version,
        long modelVersion, String type, String payload, Optional<UUID> actionId, Optional<String> principal,
        Instant date, OptionalLong position, Optional<Hash256> hash) {}
