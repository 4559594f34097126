package dev.bailiwick.placement;

import java.util.UUID;

/// An id that knows what it identifies, so that a wallet's id is never passed for an owner's. Two are equal if type and
/// value are.
public sealed interface TypedId<T> permits Id, ShardedId {
    /// What the id identifies.
    Class<T> type();

    /// The bare value, as it is stored.
    UUID uuid();
}
