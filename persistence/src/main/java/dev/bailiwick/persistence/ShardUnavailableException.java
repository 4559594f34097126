package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;

/// A database does not answer, or all connections of its pool are in use. Nothing was committed there by the call that met it.
public final class ShardUnavailableException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;

    ShardUnavailableException(ShardIdentifier shard, String sentence, Throwable cause) {
        super(PersistenceError.SHARD_UNAVAILABLE, sentence, cause);
        this.shard = shard;
    }

    public ShardIdentifier shard() {
        return shard;
    }
}
