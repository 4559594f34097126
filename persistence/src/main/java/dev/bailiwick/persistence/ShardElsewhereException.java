package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;

/// A row of a shard that is not registered here would be written to the default, though others have registered that shard: they would not find
/// the row.
public final class ShardElsewhereException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;

    ShardElsewhereException(ShardIdentifier shard, ShardDatabase defaultShard) {
        super(PersistenceError.SHARD_ELSEWHERE, "shard " + shard + " has a database of its own, as the default shard "
                + defaultShard + " knows, and this configuration does not register it: add it there");
        this.shard = shard;
    }

    public ShardIdentifier shard() {
        return shard;
    }
}
