package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.testkit.SettableClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Feeds over many sealed segments, and the times in them.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SealedFeedTest {
    private static final NewEvent EVENT = NewEvent.of("Noted", new byte[50]);
    private static final int AGGREGATES = 5;

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));

    @TempDir
    private Path directory = Path.of("");

    private Engine open() {
        return Sealing.open(new DelegatingDisk(), Sealing.options(directory).withClock(clock), 3);
    }

    private static AggregateKey key(int number) {
        return new AggregateKey(Ids.named("Acme"), Ids.named("Orders"), Ids.of(number));
    }

    private static void append(EventStore store, int count) {
        for (int i = 0; i < count; i++) {
            store.append(key(i % AGGREGATES), ExpectedVersion.any(), EVENT);
        }
    }

    @Test
    void catchingUpDeliversEveryCommitOnceAndGoesOnWithWhatIsNew() {
        try (var store = open()) {
            append(store, 300);
        }
        try (var store = open()) {
            var collected = new Collected();
            try (var _ = store.subscribe(SubscribeRequest.from(FeedPosition.start()).batchCommits(7), collected)) {
                append(store, 100);

                var commits = collected.await(400);
                assertThat(commits).hasSize(400);
                Collected.assertGapFree(commits);
            }
        }
    }

    @Test
    void aSavedPositionLeadsOnAfterARestart() {
        byte[] saved;
        var seen = new Collected();
        try (var store = open()) {
            append(store, 100);
            var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), seen);
            seen.await(100);
            subscription.close();
            saved = subscription.position().toBytes();
            append(store, 100);
        }
        try (var store = open()) {
            try (var _ = store.subscribe(SubscribeRequest.from(FeedPosition.fromBytes(saved)), seen)) {
                append(store, 50);

                var commits = seen.await(250);
                assertThat(commits).hasSize(250);
                Collected.assertGapFree(commits);
            }
        }
    }

    @Test
    void aHandlerThatIsStuckDelaysNeitherWritersNorOthers() {
        var stuck = new CountDownLatch(1);
        try (var store = open()) {
            var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()),
                    batch -> assertThat(stuck.await(100, TimeUnit.SECONDS)).isTrue());
            var collected = new Collected();
            try (var _ = store.subscribe(SubscribeRequest.from(FeedPosition.start()), collected)) {
                append(store, 100);
                assertThat(collected.await(100)).hasSize(100);
            } finally {
                stuck.countDown();
            }
            subscription.close();
        }
    }

    /// What a filter for an aggregate cannot find is nothing to wake a subscription for.
    @Test
    void aSubscriptionToAnAggregateIsInterestedInItsPartitionOnly() {
        try (var store = open()) {
            var routing = new Routing(store.routingRule(), store.partitionMap());
            for (int i = 0; i < 1_000; i++) {
                var request = SubscribeRequest.from(FeedPosition.start()).aggregate(key(i));

                var partitions = Interest.of(request.filter(), routing).partitions();

                assertThat(partitions.stream()).containsExactly(routing.partitionOf(key(i)));
            }
        }
    }

    @Test
    void whenTheClockStepsBackTimesDoNot() {
        try (var store = open()) {
            append(store, 20);
            clock.advance(Duration.ofMinutes(-10));
            append(store, 20);
        }
        clock.advance(Duration.ofHours(-1));
        try (var store = open()) {
            append(store, 20);
            assertThat(store.details(key(0)).orElseThrow().lastWriteAt())
                    .isEqualTo(Instant.parse("2026-01-01T00:00:00Z"));
            clock.advance(Duration.ofHours(2));
            append(store, 20);

            var last = new HashMap<Integer, Instant>();
            var times = new ArrayList<Instant>();
            for (var commit : Collected.everything(store)) {
                var at = commit.stamp().recordedAt();
                assertThat(at).isAfterOrEqualTo(last.getOrDefault(commit.partition(), Instant.MIN));
                last.put(commit.partition(), at);
                times.add(at);
            }
            assertThat(times).contains(Instant.parse("2026-01-01T00:50:00Z"));
        }
    }
}
