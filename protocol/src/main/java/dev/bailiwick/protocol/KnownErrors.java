package dev.bailiwick.protocol;

import static java.util.Map.entry;

import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateRepeatedException;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.DeletedPermanentlyException;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EmptyEventsListException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.LimitExceededException;
import dev.bailiwick.store.MultipleOrgsException;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.PartitionMovingException;
import dev.bailiwick.store.PermissionDeniedException;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.ShardBusyException;
import dev.bailiwick.store.ShardRoutingException;
import dev.bailiwick.store.ShardStoppedException;
import dev.bailiwick.store.StalePartitionMapException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.StoreLockedException;
import dev.bailiwick.store.StoreMismatchException;
import dev.bailiwick.store.TrimBeyondEndException;
import dev.bailiwick.store.UnauthenticatedException;
import dev.bailiwick.store.UnavailableVersionException;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.WriteToMissingAggregateException;
import java.util.Map;
import java.util.function.Function;

/// How each exception of the store is built from its fields. They have all that its constructor takes.
final class KnownErrors {
    static final Map<Integer, Function<ErrorFields, BailiwickException>> BY_NUMBER = Map.ofEntries( //
            of(ErrorCode.UNAVAILABLE_VERSION,
                    f -> new UnavailableVersionException(f.key("key"), f.number("requestedVersion"),
                            f.number("firstVersion"))),
            of(ErrorCode.AGGREGATE_NOT_EXISTS, f -> new AggregateNotExistsException(f.key("key"))),
            of(ErrorCode.INVALID_POSITION, f -> new InvalidPositionException(f.text("reason"))),
            of(ErrorCode.POSITION_AHEAD,
                    f -> new PositionAheadException(f.smallNumber("partition"), f.number("positionSequence"),
                            f.number("lastSequence"))),
            of(ErrorCode.EMPTY_EVENTS_LIST, f -> new EmptyEventsListException(f.text("reason"))),
            of(ErrorCode.AGGREGATE_REPEATED, f -> new AggregateRepeatedException(f.key("key"))),
            of(ErrorCode.LIMIT_EXCEEDED,
                    f -> new LimitExceededException(f.text("limit"), f.number("actual"), f.number("maximum"))),
            of(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION,
                    f -> new ConflictException(f.key("key"), f.expected("expected"), f.number("actualVersion"),
                            f.flag("deleted"))),
            of(ErrorCode.INVALID_REQUEST, f -> new InvalidRequestException(f.text("field"), f.text("reason"))),
            of(ErrorCode.WRITE_TO_MISSING_AGGREGATE, f -> new WriteToMissingAggregateException(f.key("key"))),
            of(ErrorCode.AGGREGATE_RECREATE_NOT_ALLOWED, f -> new RecreateNotAllowedException(f.key("key"))),
            of(ErrorCode.COMMAND_EXPIRED,
                    f -> new CommandExpiredException(f.id("commandId"), f.time("rememberedSince"))),
            of(ErrorCode.COMMAND_REUSED, f -> new CommandReusedException(f.id("commandId"))),
            of(ErrorCode.OUTCOME_UNKNOWN,
                    f -> new OutcomeUnknownException(f.optionalId("commandId"), f.text("reason"))),
            of(ErrorCode.TRIM_BEYOND_END,
                    f -> new TrimBeyondEndException(f.key("key"), f.number("keepFromVersion"), f.number("version"))),
            of(ErrorCode.DELETED_PERMANENTLY, f -> new DeletedPermanentlyException(f.key("key"))),
            of(ErrorCode.SHARD_ROUTING_MULTIPLE_SHARDS,
                    f -> new ShardRoutingException(f.shardsByKey("shardsByKey"))),
            of(ErrorCode.MULTIPLE_ORGS, f -> new MultipleOrgsException(f.id("firstOrg"), f.id("otherOrg"))),
            of(ErrorCode.STALE_PARTITION_MAP,
                    f -> new StalePartitionMapException(f.smallNumber("partition"), f.number("requestEpoch"),
                            f.number("currentEpoch"))),
            of(ErrorCode.PARTITION_MOVING, f -> new PartitionMovingException(f.smallNumber("partition"))),
            of(ErrorCode.UNAUTHENTICATED, f -> new UnauthenticatedException()),
            of(ErrorCode.PERMISSION_DENIED, f -> new PermissionDeniedException(f.text("right"), f.text("where"))),
            of(ErrorCode.SHARD_BUSY, f -> new ShardBusyException(f.shard("shard"))),
            of(ErrorCode.SERVER_UNAVAILABLE,
                    f -> new ServerUnavailableException(f.text("server"), f.text("reason"))),
            of(ErrorCode.STORE_CLOSED, f -> new StoreClosedException()),
            of(ErrorCode.SHARD_STOPPED, f -> new ShardStoppedException(f.shard("shard"), f.text("reason"))),
            of(ErrorCode.STORE_LOCKED, f -> new StoreLockedException(f.text("directory"))),
            of(ErrorCode.STORE_MISMATCH,
                    f -> new StoreMismatchException(f.text("option"), f.text("requested"), f.text("stored"))),
            of(ErrorCode.UNREADABLE_STORE, f -> new UnreadableStoreException(f.text("reason"))),
            of(ErrorCode.DISK_FULL, f -> new DiskFullException(f.shard("shard"), f.text("reason"))),
            of(ErrorCode.SERVER_FAULT, f -> new ServerFaultException(f.text("reason"))));

    private KnownErrors() {
    }

    private static Map.Entry<Integer, Function<ErrorFields, BailiwickException>> of(ErrorCode code,
            Function<ErrorFields, BailiwickException> rebuild) {
        return entry(code.number(), rebuild);
    }
}
