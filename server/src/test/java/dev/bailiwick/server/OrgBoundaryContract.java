package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.store.UnauthenticatedException;
import dev.bailiwick.store.VerifyRequest;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/// What a caller of one org sees is its org, and nothing in which another org had a part. Both orgs live in the same partition here.
@TestInstance(TestInstance.Lifecycle.PER_METHOD)
abstract class OrgBoundaryContract {
    private static final AggregateKey MINE = AggregateKey.of(1, 2, 3);
    private static final AggregateKey THEIRS = AggregateKey.of(9, 2, 3);
    private static final UUID COMMAND = UUID.fromString("7e57c0de-0000-4000-8000-000000000001");

    private EventStore store;
    private Scopes scopes;
    private ScopedStore mine;
    private ScopedStore theirs;

    /// A new store.
    abstract EventStore open();

    @BeforeEach
    void openAndScope() {
        store = open();
        scopes = new Scopes(store);
        mine = scopes.of(MINE.orgId(), Right.values());
        theirs = scopes.of(THEIRS.orgId(), Right.values());
    }

    @AfterEach
    void closeAll() {
        scopes.watch().close();
        store.close();
    }

    private static NewEvent event(String type) {
        return NewEvent.of(type, new byte[]{1});
    }

    private static AppendRequest command(AggregateKey key, String type) {
        return AppendRequest.builder().commandId(COMMAND).write(key, ExpectedVersion.any(), event(type)).build();
    }

    private static FeedBatch next(LinkedBlockingQueue<FeedBatch> batches) throws InterruptedException {
        return Objects.requireNonNull(batches.poll(60, TimeUnit.SECONDS), "no batch came in time");
    }

    private static SubscriptionEnd endOf(Subscription subscription) {
        return subscription.end().orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    void noSequenceIsTold() throws InterruptedException {
        theirs.append(THEIRS, ExpectedVersion.any(), event("Theirs"));

        var appended = mine.append(command(MINE, "A"));
        var appendedAsync = mine.appendAsync(AppendRequest.builder().write(MINE, ExpectedVersion.any(), event("B"))
                .build()).join();
        mine.trim(MINE, 2);

        assertThat(appended.sequences()).isEmpty();
        assertThat(appended.version(MINE)).isEqualTo(1);
        assertThat(appendedAsync.sequences()).isEmpty();
        assertThat(mine.append(command(MINE, "A")).sequences()).isEmpty();
        assertThat(mine.append(command(MINE, "A")).duplicate()).isTrue();
        assertThat(mine.read(ReadRequest.of(MINE)).events()).hasSize(1).allMatch(event -> event.sequence() == 0);
        var batches = new LinkedBlockingQueue<FeedBatch>();
        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
            for (int commits = 0; commits < 3;) {
                var batch = next(batches);
                assertThat(batch.commits()).isNotEmpty().allMatch(commit -> commit.sequence() == 0);
                assertThat(batch.events()).allMatch(event -> event.sequence() == 0);
                commits += batch.commits().size();
            }
            assertThat(subscription.position().kind()).isEqualTo(FeedPosition.Kind.SAVED);
        }
    }

    @Test
    void whoMaySeeAllOrgsIsToldTheSequences() {
        var all = scopes.ofAllOrgs(Right.values());
        all.append(THEIRS, ExpectedVersion.any(), event("Theirs"));

        assertThat(all.append(MINE, ExpectedVersion.any(), event("A")).sequences()).containsValue(2L);
        assertThat(all.read(ReadRequest.of(MINE)).events()).extracting(RecordedEvent::sequence).containsExactly(2L);
        assertThat(all.verify(VerifyRequest.everything()).digests()).isNotEmpty();
    }

    @Test
    void aSubscriptionBringsTheOwnOrgOnly() throws InterruptedException {
        theirs.append(THEIRS, ExpectedVersion.any(), event("Theirs"));
        mine.append(MINE, ExpectedVersion.any(), event("A"));
        theirs.delete(THEIRS, ExpectedVersion.any(), Recreation.ALLOWED);
        var batches = new LinkedBlockingQueue<FeedBatch>();

        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
            assertThat(next(batches).events()).extracting(RecordedEvent::key).containsExactly(MINE);
            theirs.append(THEIRS, ExpectedVersion.any(), event("Theirs"));
            mine.append(MINE, ExpectedVersion.any(), event("B"));

            assertThat(next(batches).events()).extracting(RecordedEvent::type).containsExactly("B");
            assertThat(subscription).isNotNull();
        }
        assertThat(batches).isEmpty();
    }

    @Test
    void aSubscriptionGoesOnFromItsSealedPosition() throws InterruptedException {
        mine.append(MINE, ExpectedVersion.any(), event("A"));
        var batches = new LinkedBlockingQueue<FeedBatch>();
        FeedPosition saved;
        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
            saved = FeedPosition.fromBytes(next(batches).position().toBytes());
            assertThat(subscription).isNotNull();
        }
        mine.append(MINE, ExpectedVersion.any(), event("B"));

        try (var subscription = mine.subscribe(SubscribeRequest.from(saved), batches::add)) {
            assertThat(next(batches).events()).extracting(RecordedEvent::type).containsExactly("B");
            assertThat(subscription).isNotNull();
        }
    }

    @Test
    void aPositionServesNobodyButTheOrgThatItWasGivenTo() {
        FeedPosition sealed;
        FeedPosition raw;
        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {});
                var unscoped = store.subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {})) {
            sealed = subscription.position();
            raw = unscoped.position();
        }
        var all = scopes.ofAllOrgs(Right.values());

        for (var refused : List.<Runnable>of(() -> theirs.subscribe(SubscribeRequest.from(sealed), batch -> {}),
                () -> mine.subscribe(SubscribeRequest.from(raw), batch -> {}),
                () -> all.subscribe(SubscribeRequest.from(sealed), batch -> {}))) {
            assertThatExceptionOfType(InvalidPositionException.class).isThrownBy(refused::run);
        }
    }

    @Test
    void muchThatOthersWriteBringsNoEmptyBatch() throws InterruptedException {
        var all = new LinkedBlockingQueue<FeedBatch>();
        var request = AppendRequest.builder().write(THEIRS, ExpectedVersion.any(), event("T")).build();
        for (int commits = 0; commits < Limits.MAX_PAGE_SCAN + 1_000; commits += 1_000) {
            CompletableFuture.allOf(IntStream.range(0, 1_000).mapToObj(i -> store.appendAsync(request))
                    .toArray(CompletableFuture<?>[]::new)).join();
        }
        mine.append(MINE, ExpectedVersion.any(), event("A"));

        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), all::add)) {
            assertThat(next(all).events()).extracting(RecordedEvent::type).containsExactly("A");
            assertThat(subscription).isNotNull();
        }
    }

    @Test
    void theCommandIdOfAnotherOrgIsNotKnown() {
        theirs.append(command(THEIRS, "Theirs"));

        var result = mine.append(command(MINE, "Mine"));

        assertThat(result.duplicate()).isFalse();
        assertThat(result.version(MINE)).isEqualTo(1);
        assertThatExceptionOfType(CommandReusedException.class)
                .isThrownBy(() -> mine.append(command(MINE, "Something else")));
        assertThat(theirs.append(command(THEIRS, "Theirs")).duplicate()).isTrue();
    }

    @Test
    void theListOfOrgsIsTheOwnOrgOnceItHasAnAggregate() {
        theirs.append(THEIRS, ExpectedVersion.any(), event("Theirs"));
        assertThat(mine.list(ListRequest.orgs()).ids()).isEmpty();

        mine.append(MINE, ExpectedVersion.any(), event("A"));

        var page = mine.list(ListRequest.orgs().limit(1));
        assertThat(page.ids()).containsExactly(MINE.orgId());
        assertThat(page.next()).isEmpty();
        assertThat(mine.list(ListRequest.orgs().after(MINE.orgId())).ids()).isEmpty();
        assertThat(scopes.ofAllOrgs(Right.READ).list(ListRequest.orgs()).ids()).hasSize(2);
    }

    @Test
    void aVerificationCountsTheOwnOrgAndTellsNoDigest() {
        theirs.append(THEIRS, ExpectedVersion.any(), event("Theirs"));
        mine.append(MINE, ExpectedVersion.any(), event("A"), event("B"));

        var report = mine.verify(VerifyRequest.org(MINE.orgId()));

        assertThat(report.ok()).isTrue();
        assertThat(report.aggregates()).isEqualTo(1);
        assertThat(report.events()).isEqualTo(2);
        assertThat(report.digests()).isEmpty();
    }

    @Test
    void aSubscriptionEndsWithItsCallersStandingEvenIfNothingComes() {
        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {})) {
            scopes.loseStanding();
            scopes.watch().sweep();

            var end = endOf(subscription);
            assertThat(end.reason()).isEqualTo(SubscriptionEnd.Reason.STORE_FAILED);
            assertThat(end.cause()).containsInstanceOf(UnauthenticatedException.class);
        }
    }

    @Test
    void nothingIsDeliveredToACallerWhoLostItsStanding() {
        var batches = new LinkedBlockingQueue<FeedBatch>();
        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
            scopes.loseStanding();
            store.append(MINE, ExpectedVersion.any(), event("A"));

            assertThat(endOf(subscription).cause()).containsInstanceOf(UnauthenticatedException.class);
            assertThat(batches).isEmpty();
        }
    }

    @Test
    void aSubscriptionThatEndedIsForgotten() {
        var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {});
        assertThat(scopes.watch().count()).isEqualTo(1);

        subscription.close();

        assertThat(endOf(subscription).reason()).isEqualTo(SubscriptionEnd.Reason.CLOSED);
        assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
            while (scopes.watch().count() > 0) {
                Thread.onSpinWait();
            }
        });
    }

    @Test
    void whatAHandlerThrowsIsToldAsItIs() {
        mine.append(MINE, ExpectedVersion.any(), event("A"));
        var failure = new IllegalStateException("no");
        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {
            throw failure;
        })) {
            var end = endOf(subscription);

            assertThat(end.reason()).isEqualTo(SubscriptionEnd.Reason.HANDLER_FAILED);
            assertThat(end.cause()).isEqualTo(Optional.of(failure));
        }
    }

    @Test
    void trimsAndDeletesComeWithoutSequencesToo() throws InterruptedException {
        mine.append(MINE, ExpectedVersion.any(), event("A"));
        mine.delete(MINE, ExpectedVersion.any(), Recreation.FORBIDDEN);
        var batches = new LinkedBlockingQueue<FeedBatch>();

        try (var subscription = mine.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
            var last = next(batches).commits().getLast();
            while (!last.events().isEmpty()) {
                last = next(batches).commits().getLast();
            }
            assertThat(last).extracting(Commit::sequence).isEqualTo(0L);
            assertThat(subscription).isNotNull();
        }
    }
}
