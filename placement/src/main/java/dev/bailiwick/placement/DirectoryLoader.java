package dev.bailiwick.placement;

import java.util.Optional;

/// Looks a key up in whatever holds the directory: a table, a file, a service. Called on the thread that asked, and
/// not twice at once for one key, unless that key was invalidated or pushed out of the cache while it was loading.
@FunctionalInterface
public interface DirectoryLoader<K> {
    /// The key's entry, or empty where the directory does not know the key.
    Optional<Entry> load(K key);

    /// Where a key lives, and the version of the whole directory in which that was read.
    record Entry(ShardIdentifier shard, long version) {}
}
