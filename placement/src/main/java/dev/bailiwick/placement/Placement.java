package dev.bailiwick.placement;

import java.util.Optional;

/// Key to place: the one idea behind every way of sharding. Empty means that this key has no place here; the caller decides
/// whether that is the default shard or an error.
///
/// Implementations are thread-safe.
@FunctionalInterface
public interface Placement<K> {
    Optional<ShardIdentifier> place(K key);
}
