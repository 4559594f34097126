package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import org.jspecify.annotations.Nullable;

/// A row could not be written, because its shard is just being moved to another database. Nothing was written, and it can be tried again at once; actions and
/// calls to repositories do so by themselves, and give up after half a minute.
public final class ShardMovingException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;

    ShardMovingException(ShardIdentifier shard, @Nullable Throwable cause) {
        super(PersistenceError.SHARD_MOVING, "shard " + shard + " is being moved to another database, and nothing was"
                + " written: do it again. Where this lasts, see ShardMoves.list(), and resume or abort the move",
                cause);
        this.shard = shard;
    }

    public ShardIdentifier shard() {
        return shard;
    }
}
