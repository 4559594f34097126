package dev.bailiwick.placement;

import java.util.Collection;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/// The shards that exist, and the default among them. A shard that is not registered falls back to the default, so that ids
/// may name a shard before it is built; in strict mode it is refused instead. Immutable.
public final class RegisteredShards {
    private final SortedSet<ShardIdentifier> shards;
    private final ShardIdentifier defaultShard;
    private final boolean strict;

    private RegisteredShards(SortedSet<ShardIdentifier> shards, ShardIdentifier defaultShard, boolean strict) {
        this.shards = shards;
        this.defaultShard = defaultShard;
        this.strict = strict;
    }

    /// Unregistered shards fall back to `defaultShard`, which must be among `shards`.
    public static RegisteredShards of(Collection<ShardIdentifier> shards, ShardIdentifier defaultShard) {
        if (!shards.contains(defaultShard)) {
            throw new IllegalArgumentException(
                    "the default shard " + defaultShard + " is not among the registered " + shards);
        }
        return new RegisteredShards(Collections.unmodifiableSortedSet(new TreeSet<>(shards)), defaultShard, false);
    }

    /// A copy that refuses unregistered shards.
    public RegisteredShards strict() {
        return new RegisteredShards(shards, defaultShard, true);
    }

    /// The shard that serves `shard`: itself where registered, else the default.
    ///
    /// @throws UnregisteredShardException in strict mode, where it is not registered
    public ShardIdentifier effectiveShard(ShardIdentifier shard) {
        if (shards.contains(shard)) {
            return shard;
        }
        if (strict) {
            throw new UnregisteredShardException(shard, shards);
        }
        return defaultShard;
    }

    public boolean isRegistered(ShardIdentifier shard) {
        return shards.contains(shard);
    }

    public SortedSet<ShardIdentifier> shards() {
        return shards;
    }

    public ShardIdentifier defaultShard() {
        return defaultShard;
    }
}
