package dev.bailiwick.store;

import java.util.List;

/// The stable identity of an error: programs branch on the number, people read the name. `docs/errors.md` says what to do
/// about each.
///
/// @param retryable whether the same request may succeed later without a change; safe for appends under a command id
public record ErrorCode(int number, String name, ErrorKind kind, boolean retryable) {
    /// The requested version was trimmed away.
    public static final ErrorCode UNAVAILABLE_VERSION = new ErrorCode(1000, "UnavailableVersion", ErrorKind.CALLER,
            false);
    /// The aggregate never existed, or is deleted.
    public static final ErrorCode AGGREGATE_NOT_EXISTS = new ErrorCode(1001, "AggregateNotExists", ErrorKind.CALLER,
            false);
    /// A feed position cannot be read, or belongs to another store.
    public static final ErrorCode INVALID_POSITION = new ErrorCode(1002, "InvalidPosition", ErrorKind.CALLER, false);
    /// A feed position lies beyond the end of the feed.
    public static final ErrorCode POSITION_AHEAD = new ErrorCode(1003, "PositionAhead", ErrorKind.CALLER, false);
    /// An append without events.
    public static final ErrorCode EMPTY_EVENTS_LIST = new ErrorCode(2000, "EmptyEventsList", ErrorKind.CALLER, false);
    /// One aggregate twice in a request.
    public static final ErrorCode AGGREGATE_REPEATED = new ErrorCode(2001, "AggregateRepeated", ErrorKind.CALLER,
            false);
    /// A request is larger than allowed.
    public static final ErrorCode LIMIT_EXCEEDED = new ErrorCode(2002, "LimitExceeded", ErrorKind.CALLER, false);
    /// The aggregate is not at the version that was expected.
    public static final ErrorCode OPTIMISTIC_CONCURRENCY_VIOLATION = new ErrorCode(2003,
            "OptimisticConcurrencyViolation", ErrorKind.CONFLICT, false);
    /// A value in a request makes no sense.
    public static final ErrorCode INVALID_REQUEST = new ErrorCode(2004, "InvalidRequest", ErrorKind.CALLER, false);
    /// The aggregate was expected to exist and does not.
    public static final ErrorCode WRITE_TO_MISSING_AGGREGATE = new ErrorCode(2005, "WriteToMissingAggregate",
            ErrorKind.CONFLICT, false);
    /// The aggregate was deleted for good.
    public static final ErrorCode AGGREGATE_RECREATE_NOT_ALLOWED = new ErrorCode(2006, "AggregateRecreateNotAllowed",
            ErrorKind.CONFLICT, false);
    /// A command id is too old to tell whether it was executed.
    public static final ErrorCode COMMAND_EXPIRED = new ErrorCode(2010, "CommandExpired", ErrorKind.CALLER, false);
    /// A command id was used before with different content.
    public static final ErrorCode COMMAND_REUSED = new ErrorCode(2011, "CommandReused", ErrorKind.CALLER, false);
    /// Nobody can say whether the request was executed.
    public static final ErrorCode OUTCOME_UNKNOWN = new ErrorCode(2014, "OutcomeUnknown", ErrorKind.UNAVAILABLE, true);
    /// A trim would keep from a version that is not written yet.
    public static final ErrorCode TRIM_BEYOND_END = new ErrorCode(3000, "TrimBeyondEnd", ErrorKind.CALLER, false);
    /// Recreation cannot be allowed for what was deleted for good.
    public static final ErrorCode DELETED_PERMANENTLY = new ErrorCode(4000, "DeletedPermanently", ErrorKind.CONFLICT,
            false);
    /// A request spans shards.
    public static final ErrorCode SHARD_ROUTING_MULTIPLE_SHARDS = new ErrorCode(9001, "ShardRoutingMultipleShards",
            ErrorKind.CALLER, false);
    /// A request spans orgs.
    public static final ErrorCode MULTIPLE_ORGS = new ErrorCode(9002, "MultipleOrgs", ErrorKind.CALLER, false);
    /// The request was routed by a map that is out of date.
    public static final ErrorCode STALE_PARTITION_MAP = new ErrorCode(9003, "StalePartitionMap", ErrorKind.UNAVAILABLE,
            true);
    /// A partition is changing its owner.
    public static final ErrorCode PARTITION_MOVING = new ErrorCode(9004, "PartitionMoving", ErrorKind.UNAVAILABLE,
            true);
    /// The credentials of a call are missing or no good.
    public static final ErrorCode UNAUTHENTICATED = new ErrorCode(10000, "Unauthenticated", ErrorKind.CALLER, false);
    /// The caller lacks the right for this.
    public static final ErrorCode PERMISSION_DENIED = new ErrorCode(10001, "PermissionDenied", ErrorKind.CALLER, false);
    /// A shard has no room for more work.
    public static final ErrorCode SHARD_BUSY = new ErrorCode(11000, "ShardBusy", ErrorKind.UNAVAILABLE, true);
    /// The server cannot be reached, or does not answer.
    public static final ErrorCode SERVER_UNAVAILABLE = new ErrorCode(11001, "ServerUnavailable", ErrorKind.UNAVAILABLE,
            true);
    /// The store is closed.
    public static final ErrorCode STORE_CLOSED = new ErrorCode(12000, "StoreClosed", ErrorKind.UNAVAILABLE, false);
    /// A shard stopped because its disk failed.
    public static final ErrorCode SHARD_STOPPED = new ErrorCode(12001, "ShardStopped", ErrorKind.UNAVAILABLE, false);
    /// Another process has the store open.
    public static final ErrorCode STORE_LOCKED = new ErrorCode(12002, "StoreLocked", ErrorKind.UNAVAILABLE, true);
    /// An option contradicts what the store was created with.
    public static final ErrorCode STORE_MISMATCH = new ErrorCode(12003, "StoreMismatch", ErrorKind.CALLER, false);
    /// Stored data is damaged, or cannot be read.
    public static final ErrorCode UNREADABLE_STORE = new ErrorCode(12004, "UnreadableStore", ErrorKind.CORRUPT, false);
    /// There is no room on the disk for more.
    public static final ErrorCode DISK_FULL = new ErrorCode(12005, "DiskFull", ErrorKind.UNAVAILABLE, true);
    /// A server failed in a way that nobody foresaw.
    public static final ErrorCode SERVER_FAULT = new ErrorCode(13000, "ServerFault", ErrorKind.INTERNAL, false);

    /// Every code, by number.
    public static final List<ErrorCode> ALL = List.of(UNAVAILABLE_VERSION, AGGREGATE_NOT_EXISTS, INVALID_POSITION,
            POSITION_AHEAD, EMPTY_EVENTS_LIST, AGGREGATE_REPEATED, LIMIT_EXCEEDED, OPTIMISTIC_CONCURRENCY_VIOLATION,
            INVALID_REQUEST, WRITE_TO_MISSING_AGGREGATE, AGGREGATE_RECREATE_NOT_ALLOWED, COMMAND_EXPIRED,
            COMMAND_REUSED, OUTCOME_UNKNOWN, TRIM_BEYOND_END, DELETED_PERMANENTLY, SHARD_ROUTING_MULTIPLE_SHARDS,
            MULTIPLE_ORGS, STALE_PARTITION_MAP, PARTITION_MOVING, UNAUTHENTICATED, PERMISSION_DENIED, SHARD_BUSY,
            SERVER_UNAVAILABLE, STORE_CLOSED, SHARD_STOPPED, STORE_LOCKED, STORE_MISMATCH, UNREADABLE_STORE, DISK_FULL,
            SERVER_FAULT);

    @Override
    public String toString() {
        return number + " " + name;
    }
}
