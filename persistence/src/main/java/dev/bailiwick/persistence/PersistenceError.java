package dev.bailiwick.persistence;

/// The stable identity of an error of this module. The numbers follow those of the store, which this module does not use.
public enum PersistenceError {
    /// A configuration is wrong.
    INVALID_CONFIG(14000, "InvalidConfig", false),
    /// What was planned lies on several shards.
    CROSS_SHARD(14001, "CrossShard", false),
    /// Some shards have committed and others have not.
    PARTIAL_COMMIT(14002, "PartialCommit", false),
    /// Nobody can say whether a shard has committed.
    COMMIT_UNKNOWN(14003, "CommitUnknown", false),
    /// A row is not at the version that was read.
    STALE_RECORD(14004, "StaleRecord", true),
    /// There is no such row.
    RECORD_NOT_FOUND(14005, "RecordNotFound", false),
    /// More rows match than one.
    MORE_THAN_ONE(14006, "MoreThanOne", false),
    /// An id alone does not tell the shard.
    ID_DOES_NOT_DECIDE(14007, "IdDoesNotDecide", false),
    /// A database does not answer, or its pool is empty.
    SHARD_UNAVAILABLE(14008, "ShardUnavailable", true),
    /// Some of the shards that were asked did not answer.
    SHARDS_MISSING(14009, "ShardsMissing", true),
    /// A shard has got a database elsewhere, of which this configuration does not know.
    SHARD_ELSEWHERE(14010, "ShardElsewhere", false),
    /// The tables of the framework could not be made.
    MIGRATION_FAILED(14011, "MigrationFailed", true),
    /// A model belongs to another org.
    ORG_MISMATCH(14012, "OrgMismatch", false),
    /// The events of a model are not those that were written.
    CHAIN_BROKEN(14013, "ChainBroken", false),
    /// A named lock was not free in time.
    LOCK_TIMEOUT(14014, "LockTimeout", true),
    /// A named lock is not held any more.
    LOCK_LOST(14015, "LockLost", true),
    /// A shard is being moved, so that its rows cannot be written just now.
    SHARD_MOVING(14020, "ShardMoving", true),
    /// A move cannot be made as it was asked for.
    MOVE_REFUSED(14021, "MoveRefused", false),
    /// A move has ended before the switch.
    MOVE_FAILED(14022, "MoveFailed", true);

    private final int number;
    private final String title;
    private final boolean retryable;

    PersistenceError(int number, String title, boolean retryable) {
        this.number = number;
        this.title = title;
        this.retryable = retryable;
    }

    public int number() {
        return number;
    }

    public String title() {
        return title;
    }

    /// Whether the same may succeed later without a change.
    public boolean retryable() {
        return retryable;
    }
}
