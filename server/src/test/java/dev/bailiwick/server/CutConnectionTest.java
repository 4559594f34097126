package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections that break in the middle of everything.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a subscription is used by being open
class CutConnectionTest {
    private final Remote remote = Remote.plain();
    private final InMemoryEventStore store = InMemoryEventStore.create(StoreSetup.standard());
    private final CuttingProxy proxy = new CuttingProxy(remote.serve(store).port());

    @AfterEach
    void close() {
        remote.close();
        proxy.close();
    }

    private static AggregateKey key(int number) {
        return AggregateKey.of(1, 2, number);
    }

    private static NewEvent event(String type) {
        return NewEvent.of(type, new byte[100]);
    }

    private List<RecordedEvent> readAll(AggregateKey key) {
        var all = new ArrayList<RecordedEvent>();
        for (var next = Optional.of(ReadRequest.of(key)); next.isPresent();) {
            var page = store.read(next.get());
            all.addAll(page.events());
            next = page.next();
        }
        return all;
    }

    @Test
    void everyAppendIsExecutedExactlyOnceWhileConnectionsAreCut() throws InterruptedException {
        int writers = 8;
        int each = 300;
        var cuts = 12;
        var done = new AtomicInteger();
        try (var client = remote.client(proxy.port(), options -> options);
                var executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int writer = 0; writer < writers; writer++) {
                int number = writer;
                executor.execute(() -> {
                    for (int i = 0; i < each; i++) {
                        var result = client.append(key(number), ExpectedVersion.any(), event("E-" + i));
                        assertThat(result.duplicate()).isFalse();
                        assertThat(result.version(key(number))).isEqualTo(i + 1);
                        if (done.incrementAndGet() % (writers * each / cuts) == 0) {
                            proxy.cut();
                        }
                    }
                });
            }
            executor.shutdown();
            assertThat(executor.awaitTermination(100, TimeUnit.SECONDS)).isTrue();
        }

        assertThat(done).hasValue(writers * each);
        assertThat(proxy.connections()).isGreaterThan(cuts / 2);
        for (int writer = 0; writer < writers; writer++) {
            var read = readAll(key(writer));
            assertThat(read).hasSize(each).extracting(RecordedEvent::type).doesNotHaveDuplicates();
        }
        assertThat(store.verify(VerifyRequest.everything()).ok()).isTrue();
    }

    @Test
    void aPipelineOfConditionalAppendsSurvivesCutsInOrder() {
        int count = 2_000;
        var results = new ArrayList<CompletableFuture<AppendResult>>();
        try (var client = remote.client(proxy.port(), options -> options)) {
            for (int i = 0; i < count; i++) {
                if (i % 400 == 200) {
                    proxy.cutAfter(500);
                }
                results.add(client.appendAsync(
                        AppendRequest.builder().write(key(i % 7), ExpectedVersion.any(), event("E-" + i)).build()));
            }
            for (var result : results) {
                assertThat(result.orTimeout(60, TimeUnit.SECONDS).join().duplicate()).isFalse();
            }
        }

        for (int i = 0; i < 7; i++) {
            var types = readAll(key(i)).stream().map(event -> Integer.parseInt(event.type().substring(2))).toList();
            assertThat(types).doesNotHaveDuplicates().hasSizeBetween(count / 7, count / 7 + 1);
        }
    }

    @Test
    void aSubscriptionGoesOnWithoutGapOrRepeatHoweverOftenItIsCut() throws InterruptedException {
        int commits = 3_000;
        var seen = new ConcurrentLinkedQueue<Commit>();
        var all = new CountDownLatch(commits);
        try (var client = remote.client(proxy.port(), options -> options);
                var subscription = client.subscribe(SubscribeRequest.from(FeedPosition.start()).batchCommits(7),
                        batch -> {
                            seen.addAll(batch.commits());
                            batch.commits().forEach(commit -> all.countDown());
                        })) {
            for (int i = 0; i < commits; i++) {
                store.append(key(i % 50), ExpectedVersion.any(), event("E"));
                if (i % 250 == 100) {
                    proxy.cut();
                } else if (i % 250 == 200) {
                    proxy.cutAfter(3_000);
                }
            }
            assertThat(all.await(100, TimeUnit.SECONDS)).as("%d of %d", seen.size(), commits).isTrue();
            assertThat(subscription.end()).isNotDone();
        }

        assertThat(proxy.connections()).isGreaterThan(2);
        var last = new HashMap<Integer, Long>();
        for (var commit : seen) {
            assertThat(commit.sequence()).isEqualTo(last.getOrDefault(commit.partition(), 0L) + 1);
            last.put(commit.partition(), commit.sequence());
        }
        assertThat(seen).hasSize(commits);
    }

    @Test
    void whatWasSentAndNeverAnsweredIsUnknownAndCanBeSentAgainUnderItsId() {
        try (var client = remote.client(proxy.port(), options -> options.withDeadline(Duration.ofSeconds(4)))) {
            client.append(key(1), ExpectedVersion.any(), event("Warm"));
            var commandId = UUID.randomUUID();
            var request = AppendRequest.builder().commandId(commandId)
                    .write(key(1), ExpectedVersion.exactly(1), event("Lost")).build();

            proxy.dropAnswers(true);
            assertThatThrownBy(() -> client.append(request)).isInstanceOfSatisfying(OutcomeUnknownException.class,
                    e -> assertThat(e.commandId()).contains(commandId));
            var anonymous = new HashSet<UUID>();
            assertThatThrownBy(() -> client.append(key(2), ExpectedVersion.any(), event("Lost")))
                    .isInstanceOfSatisfying(OutcomeUnknownException.class,
                            e -> anonymous.add(e.commandId().orElseThrow()));
            proxy.dropAnswers(false);
            proxy.cut();

            var again = remote.client(proxy.port(), options -> options).append(request);
            assertThat(again.duplicate()).isTrue();
            assertThat(again.versions()).isEqualTo(Map.of(key(1), 2L));
            assertThat(readAll(key(1))).hasSize(2);
            assertThat(anonymous).hasSize(1);
        }
    }

    @Test
    void aDeleteWhoseAnswerIsLostIsNotSentTwice() {
        store.append(key(1), ExpectedVersion.any(), event("E"));
        try (var client = remote.client(proxy.port(), options -> options)) {
            proxy.dropAnswers(true);
            var deleting = CompletableFuture.supplyAsync(
                    () -> client.delete(key(1), ExpectedVersion.exists(), Recreation.ALLOWED),
                    Thread::startVirtualThread);
            while (store.details(key(1)).orElseThrow().state() == AggregateState.LIVE) {
                Thread.onSpinWait();
            }
            store.append(key(1), ExpectedVersion.noStream(), event("Reborn"));
            proxy.cut();

            assertThatThrownBy(deleting::join).hasCauseInstanceOf(OutcomeUnknownException.class);
            proxy.dropAnswers(false);
            assertThat(client.details(key(1)).orElseThrow().state()).isEqualTo(AggregateState.LIVE);
        }
    }

    @Test
    void readingWaitsForTheServerToComeBack() {
        store.append(key(1), ExpectedVersion.any(), NewEvent.of("E", "x".getBytes(StandardCharsets.UTF_8)));
        try (var client = remote.client(proxy.port(), options -> options)) {
            for (int i = 0; i < 20; i++) {
                proxy.cutAfter(i * 10 + 1);
                assertThat(client.read(ReadRequest.of(key(1))).events()).hasSize(1);
            }
        }
    }

    @Test
    void aServerThatIsNotThereIsUnavailable() {
        int port = proxy.port();
        proxy.close();

        assertThatThrownBy(
                () -> remote.client(port, options -> options.withDeadline(Duration.ofMillis(300))))
                .isInstanceOfSatisfying(ServerUnavailableException.class,
                        e -> assertThat(e.server()).isEqualTo("localhost:" + port));
    }
}
