package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.UUID;

/// Whose log it is.
record LogIdentity(UUID storeId, ShardIdentifier shard) {}
