package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.readAll;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What the feed contains: every commit of every partition once and in order, and only what a filter lets through.
@SuppressWarnings("try") // a subscription is used by being open
interface FeedContract extends StoreUnderTest {

    private static SubscribeRequest fromStart() {
        return SubscribeRequest.from(FeedPosition.start());
    }

    /// What a subscription delivers, at least `count` commits of it.
    private List<Commit> follow(SubscribeRequest request, int count) {
        var collector = request.filter().equals(FeedFilter.EVERYTHING)
                ? FeedCollector.ofEverything()
                : FeedCollector.ofSome();
        try (var subscription = store().subscribe(request, collector)) {
            return collector.await(count);
        }
    }

    /// Twelve commits over several partitions: appends, trims, deletes, a recreation.
    private int history() {
        var keys = keys().spread(4);
        keys.forEach(key -> given(key, events(3)));
        given(keys.get(0), event("Again"));
        store().trim(keys.get(1), 3);
        store().trim(keys.get(2), 4);
        store().delete(keys.get(3), ExpectedVersion.any(), Recreation.ALLOWED);
        given(keys.get(3), event("Reborn"));
        given(keys.get(1), event("Again"));
        store().delete(keys.get(0), ExpectedVersion.any(), Recreation.FORBIDDEN);
        given(keys.get(2), event("Last"));
        return 12;
    }

    @Test
    default void everyPartitionHasItsOwnSequenceFromOneWithoutGaps() {
        var commits = follow(fromStart(), history());
        var partitions = new HashSet<Integer>();
        commits.stream().filter(commit -> partitions.add(commit.partition()))
                .forEach(first -> assertThat(first.sequence()).isEqualTo(1));
        assertThat(partitions).hasSize(4);
    }

    @Test
    default void fromEveryPositionOfAHistoryEachLaterCommitComesOnceAndInOrder() {
        int count = history();
        var collector = FeedCollector.ofEverything();
        try (var subscription = store().subscribe(fromStart().batchCommits(1), collector)) {
            collector.await(count);
        }
        var all = collector.await(count);

        assertThat(collector.positions()).hasSize(count);
        for (int seen = 1; seen <= count; seen++) {
            var saved = FeedPosition.fromBytes(collector.positions().get(seen - 1).toBytes());
            var rest = follow(SubscribeRequest.from(saved), count - seen);
            assertThat(rest).as("after %d commits", seen).extracting(Commit::stamp)
                    .containsExactlyInAnyOrderElementsOf(all.subList(seen, count).stream().map(Commit::stamp).toList());
        }
    }

    @Test
    default void aSubscriptionCatchesUpAndThenFollows() {
        var key = keys().one();
        given(key, event("Before"));
        var collector = FeedCollector.ofEverything();

        try (var subscription = store().subscribe(fromStart(), collector)) {
            collector.await(1);
            given(key, event("After"));
            collector.await(2);
        }

        assertThat(collector.await(2)).flatExtracting(Commit::events).extracting(RecordedEvent::type)
                .containsExactly("Before", "After");
    }

    @Test
    default void fromNowOnlyLaterCommitsCome() {
        var key = keys().one();
        given(key, event("Before"));
        var collector = FeedCollector.ofEverything();

        try (var subscription = store().subscribe(SubscribeRequest.from(FeedPosition.now()), collector)) {
            given(key, event("After"));
            collector.await(1);
        }

        assertThat(collector.await(1)).flatExtracting(Commit::events).extracting(RecordedEvent::type)
                .containsExactly("After");
    }

    @Test
    default void nothingIsMissedOrRepeatedWhileManyWrite() {
        var keys = keys().spread(16);
        var collector = FeedCollector.ofEverything();
        var written = new AtomicInteger();

        try (var subscription = store().subscribe(fromStart().batchCommits(3), collector)) {
            Concurrently.run(8, thread -> {
                for (int i = 0; i < 50; i++) {
                    given(keys.get((thread * 7 + i) % keys.size()), event("W"));
                    written.incrementAndGet();
                }
            });
            collector.await(written.get());
        }

        assertThat(collector.await(400)).hasSize(400);
    }

    @Test
    default void aCommitTellsWhatTheReadsTell() {
        var key = keys().one();
        var commandId = UUID.randomUUID();
        var request = AppendRequest.builder().commandId(commandId)
                .write(key, ExpectedVersion.any(), event("A").withMetadata("k", "v"), event("B")).build();
        var result = store().append(request);

        var commit = follow(fromStart(), 1).getFirst();

        assertThat(commit.commandId()).contains(commandId);
        assertThat(commit.stamp().recordedAt()).isEqualTo(clock().instant());
        assertThat(result.sequences()).containsEntry(commit.partition(), commit.sequence());
        assertThat(commit.events()).isEqualTo(readAll(store(), ReadRequest.of(key)));
    }

    @Test
    default void anAppendOverSeveralPartitionsAppearsOnceInEach() {
        var store = store(setup().withRoutingRule(RoutingRule.AGGREGATE_ID).withShards(1));
        var request = AppendRequest.builder().commandId(UUID.randomUUID());
        for (long id : new long[]{1, 2, 1 + setup().partitions()}) {
            request.write(new AggregateKey(Keys.ORG, Keys.TYPE, Ids.of(id)), ExpectedVersion.any(), events(2));
        }
        var collector = FeedCollector.ofEverything();

        var result = store.append(request.build());

        try (var subscription = store.subscribe(fromStart(), collector)) {
            var commits = collector.await(2);
            assertThat(commits).extracting(Commit::partition).containsExactlyInAnyOrder(1, 2);
            assertThat(commits).extracting(Commit::commandId).containsOnly(request.build().commandId());
            assertThat(commits).allSatisfy(commit -> {
                assertThat(commit.events()).hasSize(commit.partition() == 1 ? 4 : 2);
                assertThat(commit.sequence()).isEqualTo(result.sequences().get(commit.partition()));
            });
        }
    }

    @Test
    default void trimsAndDeletesAreCommitsToo() {
        var key = keys().one();
        given(key, events(3));
        store().trim(key, 3);
        store().trim(key, 2);
        store().delete(key, ExpectedVersion.any(), Recreation.ALLOWED);
        store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN);
        store().delete(key, ExpectedVersion.any(), Recreation.FORBIDDEN);
        given(keys().together(2).get(1), event("NextInThePartition"));

        var commits = follow(fromStart(), 5).subList(0, 4);

        assertThat(commits).hasSize(4).extracting(Commit::sequence).containsExactly(1L, 2L, 3L, 4L);
        assertThat(commits.subList(1, 4)).extracting(Commit::change).containsExactly(new Change.Trimmed(key, 3),
                new Change.Deleted(key, 3, Recreation.ALLOWED), new Change.Deleted(key, 3, Recreation.FORBIDDEN));
    }

    @Test
    default void refusedRequestsLeaveNoTrace() {
        var key = keys().one();
        given(key, event("A"));
        refused(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION,
                () -> store().append(key, ExpectedVersion.noStream(), event("B")));
        given(key, event("C"));

        var commits = follow(fromStart(), 2);

        assertThat(commits).extracting(Commit::sequence).containsExactly(1L, 2L);
    }

    @Test
    default void aFilterLetsThroughWhatMatchesEachOfItsKinds() {
        var wanted = AggregateKey.of("Acme", "Orders", "1");
        var otherOrg = AggregateKey.of("Other", "Orders", "1");
        var otherType = AggregateKey.of("Acme", "Invoices", "1");
        var otherId = AggregateKey.of("Acme", "Orders", "2");
        for (var key : List.of(otherOrg, otherType, otherId, wanted)) {
            given(key, event("X"), event("Y"));
            store().trim(key, 2);
        }
        given(wanted, event("End"));
        given(otherOrg, event("End"));
        var all = fromStart();

        assertThat(seen(all.org(wanted.orgId()), 7)).containsOnly(wanted, otherType, otherId);
        assertThat(seen(all.org(wanted.orgId()).aggregateType(wanted.aggregateTypeId()), 5)).containsOnly(wanted,
                otherId);
        assertThat(seen(all.aggregate(wanted), 3)).containsOnly(wanted);
        assertThat(seen(all.aggregate(wanted).aggregate(otherId), 5)).containsOnly(wanted, otherId);
        assertThat(follow(all.org(wanted.orgId()).eventType("X"), 3)).hasSize(3).flatExtracting(Commit::events)
                .extracting(RecordedEvent::type).containsOnly("X");
        assertThat(follow(all.eventType("End").eventType("Y"), 6)).hasSize(6);
    }

    /// The keys that the commits speak of.
    private List<AggregateKey> seen(SubscribeRequest request, int count) {
        return follow(request, count).stream().flatMap(commit -> switch (commit.change()) {
            case Change.Appended appended -> appended.events().stream().map(RecordedEvent::key);
            case Change.Trimmed trimmed -> List.of(trimmed.key()).stream();
            case Change.Deleted deleted -> List.of(deleted.key()).stream();
            case Change.Erased erased -> List.of(erased.key()).stream();
        }).toList();
    }
}
