package dev.bailiwick.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.protocol.v1.Error;
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
import dev.bailiwick.store.ErrorKind;
import dev.bailiwick.store.ExpectedVersion;
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
import io.grpc.Status;
import java.lang.reflect.Modifier;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// An error that crosses the wire is the error that it was.
class ErrorsTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "4821");
    private static final ShardIdentifier SHARD = ShardIdentifier.of(3, 7);
    private static final UUID ID = Ids.named("command");

    static List<BailiwickException> everyException() {
        return List.of(new UnavailableVersionException(KEY, 1, 7), new AggregateNotExistsException(KEY),
                new InvalidPositionException("it is damaged"), new PositionAheadException(9, 5, 3),
                new EmptyEventsListException("no events"), new AggregateRepeatedException(KEY),
                new LimitExceededException("payload bytes", 5_000_000_000L, 3),
                new ConflictException(KEY, ExpectedVersion.exactly(3), 4, true),
                new ConflictException(KEY, ExpectedVersion.noStream(), 4, false),
                new ConflictException(KEY, ExpectedVersion.any(), 0, false),
                new ConflictException(KEY, ExpectedVersion.exists(), 0, false),
                new InvalidRequestException("limit", "it is 1 or more, not 0"),
                new WriteToMissingAggregateException(KEY), new RecreateNotAllowedException(KEY),
                new CommandExpiredException(ID, Instant.ofEpochSecond(1_700_000_000L, 123_456_789)),
                new CommandReusedException(ID), new OutcomeUnknownException(Optional.of(ID), "time"),
                new OutcomeUnknownException(Optional.empty(), "time"), new TrimBeyondEndException(KEY, 9, 3),
                new DeletedPermanentlyException(KEY), new ShardRoutingException(manyShards(3)),
                new MultipleOrgsException(ID, KEY.orgId()), new StalePartitionMapException(63, 1, 2),
                new PartitionMovingException(63), new UnauthenticatedException(),
                new PermissionDeniedException("READ", "all orgs"), new ShardBusyException(SHARD),
                new ServerUnavailableException("localhost:1", "refused"), new StoreClosedException(),
                new ShardStoppedException(SHARD, "EIO"), new StoreLockedException("/data"),
                new StoreMismatchException("shards", "3", "4"), new UnreadableStoreException("segment 3 at 17"),
                new DiskFullException(SHARD, "no space"), new ServerFaultException("unforeseen"));
    }

    private static Map<AggregateKey, ShardIdentifier> manyShards(int keys) {
        var shards = new HashMap<AggregateKey, ShardIdentifier>();
        IntStream.range(0, keys).forEach(i -> shards.put(AggregateKey.of(1, 2, i), ShardIdentifier.of(0, i % 4)));
        return shards;
    }

    @Test
    void everyCodeIsTriedHere() {
        assertThat(everyException()).extracting(BailiwickException::code).containsAll(ErrorCode.ALL);
    }

    @ParameterizedTest
    @MethodSource("everyException")
    void anErrorComesBackWithItsClassItsWordsAndItsValues(BailiwickException original) throws Exception {
        var bytes = Errors.encode(original).toByteArray();

        var copy = Errors.decode(Error.parseFrom(bytes));

        assertThat(copy).hasSameClassAs(original).hasMessage(original.getMessage());
        assertThat(copy.code()).isEqualTo(original.code());
        assertThat(copy.fields()).isEqualTo(original.fields());
        for (var accessor : original.getClass().getDeclaredMethods()) {
            if (Modifier.isPublic(accessor.getModifiers()) && accessor.getParameterCount() == 0) {
                assertThat(accessor.invoke(copy)).as(accessor.getName()).isEqualTo(accessor.invoke(original));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("everyException")
    void anErrorComesBackFromTheTrailersOfACall(BailiwickException original) {
        var status = Errors.toStatus(original);

        var copy = Errors.fromTrailers(status.getTrailers());

        assertThat(copy).get().hasSameClassAs(original).hasToString(original.toString());
        assertThat(Errors.numberIn(status.getTrailers())).isEqualTo(original.code().number());
        assertThat(status.getStatus().getCode()).isNotIn(Status.Code.OK, Status.Code.UNKNOWN);
    }

    @Test
    void theStatusTellsWhoCanDoSomething() {
        assertThat(ErrorCode.ALL.stream().map(code -> code.number() + " " + Errors.statusOf(code)))
                .containsExactly("1000 INVALID_ARGUMENT", "1001 NOT_FOUND", "1002 INVALID_ARGUMENT",
                        "1003 INVALID_ARGUMENT", "2000 INVALID_ARGUMENT", "2001 INVALID_ARGUMENT",
                        "2002 INVALID_ARGUMENT", "2003 ABORTED", "2004 INVALID_ARGUMENT", "2005 FAILED_PRECONDITION",
                        "2006 FAILED_PRECONDITION", "2010 INVALID_ARGUMENT", "2011 INVALID_ARGUMENT",
                        "2014 UNAVAILABLE", "3000 INVALID_ARGUMENT", "4000 FAILED_PRECONDITION",
                        "9001 INVALID_ARGUMENT", "9002 INVALID_ARGUMENT", "9003 UNAVAILABLE", "9004 UNAVAILABLE",
                        "10000 UNAUTHENTICATED", "10001 PERMISSION_DENIED",
                        "11000 RESOURCE_EXHAUSTED", "11001 UNAVAILABLE", "12000 UNAVAILABLE", "12001 UNAVAILABLE",
                        "12002 UNAVAILABLE", "12003 INVALID_ARGUMENT", "12004 DATA_LOSS", "12005 RESOURCE_EXHAUSTED",
                        "13000 INTERNAL");
    }

    @Test
    void anErrorOfANewerServerKeepsItsCodeAndFields() {
        var message = Errors.encode(new ShardBusyException(SHARD)).toBuilder().setNumber(7777).setName("Tired")
                .setMessage("7777 Tired: come back tomorrow").build();

        var copy = Errors.decode(message);

        assertThat(copy).isInstanceOf(UnknownErrorException.class).hasMessage("7777 Tired: come back tomorrow");
        assertThat(copy.code()).isEqualTo(new ErrorCode(7777, "Tired", ErrorKind.UNAVAILABLE, true));
        assertThat(copy.fields()).containsEntry("shard", SHARD);
    }

    @Test
    void aKnownErrorWithFieldsThatDoNotFitKeepsItsCode() {
        var message = Errors.encode(new ShardBusyException(SHARD)).toBuilder().clearFields().build();

        assertThat(Errors.decode(message).code()).isEqualTo(ErrorCode.SHARD_BUSY);
    }

    @Test
    void aLargeErrorIsCutToFitIntoTrailersAndKeepsItsCode() {
        var large = new ShardRoutingException(manyShards(256));

        var status = Errors.toStatus(large);

        assertThat(Objects.requireNonNull(status.getTrailers()).get(Protocol.ERROR_TRAILER)).hasSizeLessThan(4_097);
        assertThat(status.getStatus().getDescription()).hasSizeLessThan(600);
        assertThat(Errors.fromTrailers(status.getTrailers()).orElseThrow().code()).isEqualTo(large.code());
        assertThat(Errors.decode(Errors.encode(large)).fields()).isEqualTo(large.fields());
    }
}
