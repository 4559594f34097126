package dev.bailiwick.store;

import static dev.bailiwick.store.ErrorKind.CALLER;
import static dev.bailiwick.store.ErrorKind.CONFLICT;
import static dev.bailiwick.store.ErrorKind.CORRUPT;
import static dev.bailiwick.store.ErrorKind.INTERNAL;
import static dev.bailiwick.store.ErrorKind.UNAVAILABLE;
import static dev.bailiwick.store.Samples.KEY;
import static dev.bailiwick.store.Samples.TIME;
import static dev.bailiwick.store.Samples.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Programs branch on numbers and names, so a change here breaks somebody.
class ErrorsTest {
    private static final UUID COMMAND = new UUID(7, 7);

    /// One line for each error: the exception, and what it must say of itself.
    record Line(BailiwickException exception, int number, String name, ErrorKind kind, boolean retryable) {
        @Override
        public String toString() {
            return number + " " + name;
        }
    }

    static List<Line> table() {
        var shards = Map.of(KEY, ShardIdentifier.of(0, 1), key(4), ShardIdentifier.of(0, 2));
        return List.of(
                new Line(new UnavailableVersionException(KEY, 3, 5), 1000, "UnavailableVersion", CALLER, false),
                new Line(new AggregateNotExistsException(KEY), 1001, "AggregateNotExists", CALLER, false),
                new Line(new InvalidPositionException("it is damaged"), 1002, "InvalidPosition", CALLER, false),
                new Line(new PositionAheadException(5, 9, 8), 1003, "PositionAhead", CALLER, false),
                new Line(new EmptyEventsListException("there is none"), 2000, "EmptyEventsList", CALLER, false),
                new Line(new AggregateRepeatedException(KEY), 2001, "AggregateRepeated", CALLER, false),
                new Line(new LimitExceededException("payload bytes", 11, 10), 2002, "LimitExceeded", CALLER, false),
                new Line(new ConflictException(KEY, ExpectedVersion.exactly(2), 3, true), 2003,
                        "OptimisticConcurrencyViolation", CONFLICT, false),
                new Line(new InvalidRequestException("limit", "it is 0"), 2004, "InvalidRequest", CALLER, false),
                new Line(new WriteToMissingAggregateException(KEY), 2005, "WriteToMissingAggregate", CONFLICT, false),
                new Line(new RecreateNotAllowedException(KEY), 2006, "AggregateRecreateNotAllowed", CONFLICT, false),
                new Line(new CommandExpiredException(COMMAND, TIME), 2010, "CommandExpired", CALLER, false),
                new Line(new CommandReusedException(COMMAND), 2011, "CommandReused", CALLER, false),
                new Line(new OutcomeUnknownException(Optional.of(COMMAND), "time ran out"), 2014, "OutcomeUnknown",
                        UNAVAILABLE, true),
                new Line(new TrimBeyondEndException(KEY, 9, 7), 3000, "TrimBeyondEnd", CALLER, false),
                new Line(new DeletedPermanentlyException(KEY), 4000, "DeletedPermanently", CONFLICT, false),
                new Line(new ShardRoutingException(shards), 9001, "ShardRoutingMultipleShards", CALLER, false),
                new Line(new MultipleOrgsException(new UUID(0, 1), new UUID(0, 2)), 9002, "MultipleOrgs", CALLER,
                        false),
                new Line(new StalePartitionMapException(5, 1, 2), 9003, "StalePartitionMap", UNAVAILABLE, true),
                new Line(new PartitionMovingException(5), 9004, "PartitionMoving", UNAVAILABLE, true),
                new Line(new UnauthenticatedException(), 10000, "Unauthenticated", CALLER, false),
                new Line(new PermissionDeniedException("READ", "org 1"), 10001, "PermissionDenied", CALLER, false),
                new Line(new ShardBusyException(ShardIdentifier.of(0, 1)), 11000, "ShardBusy", UNAVAILABLE, true),
                new Line(new ServerUnavailableException("localhost:4821", "refused"), 11001, "ServerUnavailable",
                        UNAVAILABLE, true),
                new Line(new StoreClosedException(), 12000, "StoreClosed", UNAVAILABLE, false),
                new Line(new ShardStoppedException(ShardIdentifier.of(0, 1), "no space"), 12001, "ShardStopped",
                        UNAVAILABLE,
                        false),
                new Line(new StoreLockedException("data"), 12002, "StoreLocked", UNAVAILABLE, true),
                new Line(new StoreMismatchException("shards", "2", "4"), 12003, "StoreMismatch", CALLER, false),
                new Line(new UnreadableStoreException("damaged"), 12004, "UnreadableStore", CORRUPT, false),
                new Line(new DiskFullException(ShardIdentifier.of(0, 1), "no space"), 12005, "DiskFull", UNAVAILABLE,
                        true),
                new Line(new ServerFaultException("unforeseen"), 13000, "ServerFault", INTERNAL, false));
    }

    @ParameterizedTest
    @MethodSource("table")
    void everyErrorHasItsNumberNameKindAndWhetherToRetry(Line line) {
        assertThat(line.exception().code())
                .isEqualTo(new ErrorCode(line.number(), line.name(), line.kind(), line.retryable()));
        assertThat(line.exception().code()).hasToString(line.toString());
    }

    @ParameterizedTest
    @MethodSource("table")
    void everyMessageBeginsWithNumberAndName(Line line) {
        var start = line.number() + " " + line.name() + ": ";

        assertThat(line.exception()).hasMessageStartingWith(start);
        assertThat(line.exception().getMessage()).hasSizeGreaterThan(start.length());
    }

    @ParameterizedTest
    @MethodSource("table")
    void theFieldsAreWhatTheAccessorsReturn(Line line) throws ReflectiveOperationException {
        var accessors = new HashMap<String, Object>();
        for (var method : line.exception().getClass().getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers())) {
                accessors.put(method.getName(), method.invoke(line.exception()));
            }
        }

        assertThat(line.exception().fields()).isEqualTo(accessors);
    }

    @ParameterizedTest
    @MethodSource("table")
    void theFieldsCannotBeChanged(Line line) {
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> line.exception().fields().put("more", 1));
    }

    @Test
    void allCodesAreListedOnceEachByNumber() throws IllegalAccessException {
        assertThat(ErrorCode.ALL).isSortedAccordingTo(Comparator.comparingInt(ErrorCode::number));
        assertThat(ErrorCode.ALL).extracting(ErrorCode::number).doesNotHaveDuplicates();
        assertThat(ErrorCode.ALL).extracting(ErrorCode::name).doesNotHaveDuplicates();
        for (var field : ErrorCode.class.getFields()) {
            if (field.getType() == ErrorCode.class) {
                assertThat(ErrorCode.ALL).as(field.getName()).contains((ErrorCode) field.get(ErrorCode.class));
            }
        }
    }

    @Test
    void everyCodeHasOneExceptionAndEveryExceptionIsInTheTable() throws URISyntaxException {
        assertThat(table()).extracting(line -> line.exception().code()).isEqualTo(ErrorCode.ALL);
        assertThat(table()).<Class<?>>extracting(line -> line.exception().getClass())
                .containsExactlyInAnyOrderElementsOf(exceptions());
    }

    @Test
    void theShardsOfARefusalAreACopySortedByKey() {
        var shards = new HashMap<AggregateKey, ShardIdentifier>();
        for (long id = 0; id < 20; id++) {
            shards.put(key(id), ShardIdentifier.of(0, (int) id % 4));
        }
        var refusal = new ShardRoutingException(shards);
        var before = Map.copyOf(shards);

        shards.clear();

        assertThat(refusal.shardsByKey()).isEqualTo(before);
        assertThat(List.copyOf(refusal.shardsByKey().keySet())).isSorted();
        assertThat(refusal.fields()).containsEntry("shardsByKey", before);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> refusal.shardsByKey().clear());
    }

    @Test
    void anUnknownOutcomeSaysWhatToDoWithAndWithoutACommandId() {
        assertThat(new OutcomeUnknownException(Optional.of(COMMAND), "time ran out"))
                .hasMessageContaining("time ran out")
                .hasMessageContaining("send it again under command id " + COMMAND);
        assertThat(new OutcomeUnknownException(Optional.empty(), "time ran out"))
                .hasMessageContaining("read before sending it again");
    }

    @Test
    void whoMayNotKnowTheCountsIsToldOnlyThatThePositionIsAhead() {
        assertThat(new PositionAheadException(5, 0, 0)).hasMessageContaining("beyond the last commit of partition 5")
                .hasMessageContaining("has an older copy of the store been restored?");
    }

    /// All concrete exceptions of the package, as the compiler left them.
    private static List<Class<?>> exceptions() throws URISyntaxException {
        var classes = Path.of(BailiwickException.class.getProtectionDomain().getCodeSource().getLocation().toURI())
                .resolve("dev/bailiwick/store");
        try (var files = Files.list(classes)) {
            return files.map(file -> file.getFileName().toString()).filter(name -> name.endsWith("Exception.class"))
                    .<Class<?>>map(name -> load(name.substring(0, name.indexOf('.'))))
                    .filter(type -> !Modifier.isAbstract(type.getModifiers())).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName("dev.bailiwick.store." + name);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
