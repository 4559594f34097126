package dev.bailiwick.placement;

import java.util.SortedSet;

/// A shard was named that is not registered, and fallback to the default is switched off.
public final class UnregisteredShardException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;

    UnregisteredShardException(ShardIdentifier shard, SortedSet<ShardIdentifier> registered) {
        super("shard " + shard + " is not registered (registered: " + registered
                + ") and strict mode is on: register it, or allow fallback to the default shard");
        this.shard = shard;
    }

    public ShardIdentifier shard() {
        return shard;
    }
}
