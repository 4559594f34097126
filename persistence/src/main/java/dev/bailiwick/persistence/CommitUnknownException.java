package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;

/// A line broke while a shard committed: the changes are there, or they are not. Never tried again by itself; look into
/// `eventlog.events` first, where an action leaves its row.
public final class CommitUnknownException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;

    CommitUnknownException(ShardIdentifier shard, String sentence, Throwable cause) {
        super(PersistenceError.COMMIT_UNKNOWN, sentence, cause);
        this.shard = shard;
    }

    public ShardIdentifier shard() {
        return shard;
    }
}
