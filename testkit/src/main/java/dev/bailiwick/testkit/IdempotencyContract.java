package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Recreation;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;

/// Resending a command: the original result, and nothing done twice.
interface IdempotencyContract extends StoreUnderTest {

    /// A version-7 UUID of that time.
    private static UUID commandAt(Instant time) {
        var random = UUID.randomUUID();
        return new UUID(time.toEpochMilli() << 16 | 0x7000 | (random.getMostSignificantBits() & 0xFFF),
                random.getLeastSignificantBits());
    }

    private AppendRequest create(UUID commandId, AggregateKey key) {
        return AppendRequest.builder().commandId(commandId).write(key, ExpectedVersion.noStream(), events(2)).build();
    }

    private UUID newCommand() {
        return commandAt(clock().instant());
    }

    @Test
    default void aResentCommandReturnsItsResultAndWritesNothing() {
        var key = keys().one();
        var request = create(newCommand(), key);

        var first = store().append(request);
        var second = store().append(request);

        assertThat(first.duplicate()).isFalse();
        assertThat(second).isEqualTo(first.asDuplicate());
        assertThat(versionsOf(key)).containsExactly(1L, 2L);
    }

    @Test
    default void aResendReturnsTheOriginalVersionsAlsoAfterOtherWrites() {
        var key = keys().one();
        var request = create(newCommand(), key);
        store().append(request);
        given(key, events(5));

        var resent = store().append(request);

        assertThat(resent.duplicate()).isTrue();
        assertThat(resent.version(key)).isEqualTo(2);
        assertThat(versionsOf(key)).hasSize(7);
    }

    @Test
    default void aCommandThatIsSentManyTimesAtOnceIsExecutedOnce() {
        var key = keys().one();
        var request = create(newCommand(), key);
        var results = new ConcurrentLinkedQueue<AppendResult>();

        Concurrently.run(16, i -> results.add(store().append(request)));

        assertThat(results).hasSize(16).filteredOn(result -> !result.duplicate()).hasSize(1);
        assertThat(results).allSatisfy(result -> assertThat(result.version(key)).isEqualTo(2));
        assertThat(versionsOf(key)).containsExactly(1L, 2L);
    }

    @Test
    default void aCommandOverSeveralAggregatesIsRecognisedWhole() {
        var keys = keys().together(3);
        var builder = AppendRequest.builder().commandId(newCommand());
        keys.forEach(key -> builder.write(key, ExpectedVersion.noStream(), event("A")));

        var first = store().append(builder.build());
        keys.forEach(key -> given(key, event("B")));
        var second = store().append(builder.build());

        assertThat(second).isEqualTo(first.asDuplicate());
        assertThat(keys).allSatisfy(key -> assertThat(versionsOf(key)).containsExactly(1L, 2L));
    }

    @Test
    default void aResendIsRecognisedAfterTrimAndDelete() {
        var key = keys().one();
        var request = create(newCommand(), key);
        store().append(request);
        store().trim(key, 3);
        assertThat(store().append(request).duplicate()).isTrue();

        store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN);

        assertThat(store().append(request).duplicate()).isTrue();
    }

    @Test
    default void theSameIdWithDifferentContentIsRefused() {
        var key = keys().one();
        var commandId = newCommand();
        store().append(create(commandId, key));
        var builder = AppendRequest.builder().commandId(commandId);

        var otherEvents = builder.write(key, ExpectedVersion.noStream(), event("Other")).build();
        var otherExpectation = AppendRequest.builder().commandId(commandId)
                .write(key, ExpectedVersion.exactly(2), events(2)).build();
        var otherMetadata = AppendRequest.builder().commandId(commandId)
                .write(key, ExpectedVersion.noStream(), events(2)[0].withMetadata("a", "b"), events(2)[1]).build();

        refused(ErrorCode.COMMAND_REUSED, () -> store().append(otherEvents));
        refused(ErrorCode.COMMAND_REUSED, () -> store().append(otherExpectation));
        refused(ErrorCode.COMMAND_REUSED, () -> store().append(otherMetadata));
        assertThat(versionsOf(key)).containsExactly(1L, 2L);
    }

    @Test
    default void aCommandIsKnownInEveryPartitionThatItTouched() {
        var store = store(setup().withRoutingRule(RoutingRule.AGGREGATE_ID).withShards(1));
        var first = new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(1));
        var second = new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(2));
        var commandId = newCommand();
        store.append(AppendRequest.builder().commandId(commandId).write(first, ExpectedVersion.any(), event("A"))
                .write(second, ExpectedVersion.any(), event("B")).build());

        for (var key : List.of(first, second)) {
            var reuse = AppendRequest.builder().commandId(commandId).write(key, ExpectedVersion.any(), event("C"))
                    .build();
            refused(ErrorCode.COMMAND_REUSED, () -> store.append(reuse));
        }
    }

    @Test
    default void aRefusedCommandIsNotRemembered() {
        var key = keys().one();
        var request = AppendRequest.builder().commandId(newCommand()).write(key, ExpectedVersion.exists(), event("A"))
                .build();
        refused(ErrorCode.WRITE_TO_MISSING_AGGREGATE, () -> store().append(request));

        given(key, event("Created"));
        var second = store().append(request);

        assertThat(second.duplicate()).isFalse();
        assertThat(second.version(key)).isEqualTo(2);
    }

    @Test
    default void theSameIdInAnotherOrgIsAnotherCommand() {
        var commandId = newCommand();
        var here = keys().one();
        var there = new AggregateKey(Ids.named("Other"), here.aggregateTypeId(), here.aggregateId());
        store().append(create(commandId, here));

        assertThat(store().append(create(commandId, there)).duplicate()).isFalse();
    }

    @Test
    default void aCommandIsRememberedForTheWholeWindow() {
        var key = keys().one();
        var request = create(newCommand(), key);
        store().append(request);

        clock().advance(setup().commandWindow());

        assertThat(store().append(request).duplicate()).isTrue();
    }

    @Test
    default void aTimeBasedIdOlderThanTheWindowIsRefusedRatherThanExecutedAgain() {
        var key = keys().one();
        var executed = create(newCommand(), key);
        var neverSent = create(newCommand(), keys().together(2).get(1));
        store().append(executed);

        clock().advance(setup().commandWindow().multipliedBy(3));

        refused(ErrorCode.COMMAND_EXPIRED, () -> store().append(executed));
        var refusal = refused(ErrorCode.COMMAND_EXPIRED, () -> store().append(neverSent));
        assertThat(refusal).isInstanceOfSatisfying(CommandExpiredException.class, e -> {
            assertThat(e.commandId()).isEqualTo(neverSent.commandId().orElseThrow());
            assertThat(e.rememberedSince()).isBefore(clock().instant());
        });
        assertThat(versionsOf(key)).containsExactly(1L, 2L);
    }

    @Test
    default void aSendersClockThatIsAheadDoesNotLetACommandRunTwice() {
        var key = keys().one();
        var window = setup().commandWindow();
        var request = create(commandAt(clock().instant().plus(window.dividedBy(2))), key);
        store().append(request);

        clock().advance(window.plus(window.dividedBy(4)));

        assertThat(store().append(request).duplicate()).isTrue();
    }

    @Test
    default void anIdFromFarInTheFutureIsRefused() {
        var tooFar = clock().instant().plus(setup().commandWindow()).plus(Duration.ofMinutes(1));

        refused(ErrorCode.INVALID_REQUEST, () -> store().append(create(commandAt(tooFar), keys().one())));
    }
}
