package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;

/// An action that spans shards was committed on some of them and not on others. It is not performed again, since that would do twice what is
/// committed. [ActionExecutor#unfinished] completes or compensates it.
public final class PartialCommitException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final transient UUID actionId;
    private final transient SortedSet<ShardIdentifier> committed;
    private final transient SortedSet<ShardIdentifier> failed;

    /// @param committed none where it is unknown whether the first one did
    PartialCommitException(UUID actionId, SortedSet<ShardIdentifier> committed, SortedSet<ShardIdentifier> failed,
            RuntimeException cause) {
        super(PersistenceError.PARTIAL_COMMIT, "action " + actionId + " is committed on " + committed
                + " and not on " + failed + (cause instanceof CommitUnknownException unknown
                        ? ", of which " + unknown.shard() + " may have committed nevertheless"
                        : "")
                + ". It is not performed again, which would do the committed part twice: resume or compensate it by"
                + " ActionExecutor.unfinished()",
                cause);
        this.actionId = actionId;
        this.committed = Collections.unmodifiableSortedSet(new TreeSet<>(committed));
        this.failed = Collections.unmodifiableSortedSet(new TreeSet<>(failed));
    }

    /// The id of the action's row, the same on every shard.
    public UUID actionId() {
        return actionId;
    }

    public SortedSet<ShardIdentifier> committed() {
        return committed;
    }

    public SortedSet<ShardIdentifier> failed() {
        return failed;
    }
}
