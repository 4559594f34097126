package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.events;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.Commit;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.store.SubscriptionEnd.Reason;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/// How a subscription lives and ends.
@SuppressWarnings("try") // a subscription is used by being open
interface SubscriptionContract extends StoreUnderTest {

    private static SubscribeRequest oneByOne() {
        return SubscribeRequest.from(FeedPosition.start()).batchCommits(1);
    }

    private static SubscriptionEnd endOf(Subscription subscription) {
        return subscription.end().orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    default void aHandlerThatThrowsEndsTheSubscriptionBeforeTheFailedBatch() {
        var key = keys().one();
        for (int i = 0; i < 5; i++) {
            given(key, event("E"));
        }
        var failure = new IllegalStateException("no room in the projection");
        var handled = new AtomicInteger();
        var lastHandled = new AtomicReference<FeedPosition>();

        var subscription = store().subscribe(oneByOne(), batch -> {
            if (handled.get() == 2) {
                throw failure;
            }
            handled.incrementAndGet();
            lastHandled.set(batch.position());
        });
        var end = endOf(subscription);

        assertThat(end.reason()).isEqualTo(Reason.HANDLER_FAILED);
        assertThat(end.cause()).containsSame(failure);
        assertThat(handled).hasValue(2);
        assertThat(subscription.position()).isEqualTo(end.position()).isEqualTo(lastHandled.get());
        var collector = FeedCollector.ofEverything();
        try (var second = store().subscribe(SubscribeRequest.from(end.position()), collector)) {
            assertThat(collector.await(3)).extracting(Commit::sequence).containsExactly(3L, 4L, 5L);
        }
        subscription.close();
    }

    @Test
    default void aFailedSubscriptionDisturbsNoOther() {
        var key = keys().one();
        var collector = FeedCollector.ofEverything();
        var failing = store().subscribe(oneByOne(), batch -> {
            throw new Exception("always");
        });
        try (var healthy = store().subscribe(oneByOne(), collector)) {
            given(key, event("A"));
            endOf(failing);
            given(key, event("B"));

            assertThat(collector.await(2)).hasSize(2);
        }
    }

    @Test
    default void afterCloseTheHandlerIsNotCalledAgain() {
        var key = keys().one();
        var calls = new AtomicInteger();
        var collector = FeedCollector.ofEverything();
        var subscription = store().subscribe(oneByOne(), batch -> {
            calls.incrementAndGet();
            collector.handle(batch);
        });
        given(key, event("A"));
        collector.await(1);

        subscription.close();
        int callsAtClose = calls.get();
        given(key, events(10));
        subscription.close();

        assertThat(endOf(subscription).reason()).isEqualTo(Reason.CLOSED);
        var after = FeedCollector.ofEverything();
        try (var other = store().subscribe(oneByOne(), after)) {
            after.await(2);
        }
        assertThat(calls).hasValue(callsAtClose);
    }

    @Test
    default void closeWaitsForTheBatchInHand() {
        given(keys().one(), event("A"));
        var inHandler = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        var finished = new AtomicInteger();
        var subscription = store().subscribe(oneByOne(), batch -> {
            inHandler.countDown();
            goOn.await();
            finished.incrementAndGet();
        });

        Concurrently.run(2, thread -> {
            inHandler.await();
            if (thread == 0) {
                subscription.close();
                closed.countDown();
                assertThat(finished).hasValue(1);
            } else {
                assertThat(closed.await(100, TimeUnit.MILLISECONDS)).as("closed while the handler is busy").isFalse();
                goOn.countDown();
            }
        });

        assertThat(endOf(subscription).position()).isEqualTo(subscription.position());
    }

    @Test
    default void batchesComeOneAtATime() {
        var keys = keys().spread(8);
        var inside = new AtomicInteger();
        var together = new AtomicInteger();
        var collector = FeedCollector.ofEverything();

        try (var subscription = store().subscribe(oneByOne(), batch -> {
            together.accumulateAndGet(inside.incrementAndGet(), Math::max);
            collector.handle(batch);
            inside.decrementAndGet();
        })) {
            Concurrently.run(8, thread -> {
                for (int i = 0; i < 20; i++) {
                    given(keys.get(thread), event("E"));
                }
            });
            collector.await(160);
        }

        assertThat(together).hasValue(1);
    }

    @Test
    default void anErrorInTheHandlerEndsTheSubscriptionToo() {
        given(keys().one(), event("A"));
        var subscription = store().subscribe(oneByOne(), batch -> {
            throw new StackOverflowError("simulated");
        });

        var end = endOf(subscription);

        assertThat(end.reason()).isEqualTo(Reason.HANDLER_FAILED);
        assertThat(end.cause()).containsInstanceOf(StackOverflowError.class);
    }

    @Test
    default void aHandlerMayCloseItsOwnSubscription() {
        var key = keys().one();
        given(key, event("A"));
        given(key, event("B"));
        var self = new CompletableFuture<Subscription>();
        var calls = new AtomicInteger();

        var subscription = store().subscribe(oneByOne(), batch -> {
            calls.incrementAndGet();
            self.join().close();
        });
        self.complete(subscription);

        assertThat(endOf(subscription).reason()).isEqualTo(Reason.CLOSED);
        assertThat(calls).hasValue(1);
        var collector = FeedCollector.ofEverything();
        try (var next = store().subscribe(SubscribeRequest.from(subscription.position()), collector)) {
            assertThat(collector.await(1).getFirst().sequence()).as("its own batch was taken").isEqualTo(2);
        }
    }

    @Test
    default void aHandlerThatIsStuckHoldsUpNobody() {
        var key = keys().one();
        given(key, event("A"));
        var inHandler = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        var stuck = FeedCollector.ofEverything();
        var free = FeedCollector.ofEverything();

        try (var first = store().subscribe(oneByOne(), batch -> {
            inHandler.countDown();
            goOn.await();
            stuck.handle(batch);
        }); var second = store().subscribe(oneByOne(), free)) {
            Concurrently.run(1, thread -> inHandler.await());
            for (int i = 0; i < 100; i++) {
                given(key, event("B"));
            }
            assertThat(free.await(101)).hasSize(101);
            goOn.countDown();
            assertThat(stuck.await(101)).extracting(Commit::sequence)
                    .isEqualTo(free.await(101).stream().map(Commit::sequence).toList());
        }
    }

    @Test
    default void aHandlerMayUseTheStore() {
        var key = keys().one();
        given(key, event("Ping"));
        var collector = FeedCollector.ofEverything();

        try (var subscription = store().subscribe(oneByOne(), batch -> {
            if (batch.events().getFirst().type().equals("Ping")) {
                given(key, event("Pong"));
            }
            collector.handle(batch);
        })) {
            assertThat(collector.await(2).get(1).events().getFirst().type()).isEqualTo("Pong");
        }
    }

    @Test
    default void theFirstPositionOfASubscriptionIsWhereItStarted() {
        var key = keys().one();
        given(key, event("Before"));
        var subscription = store().subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {});
        var position = subscription.position();
        subscription.close();
        given(key, event("After"));
        var collector = FeedCollector.ofEverything();

        try (var later = store().subscribe(SubscribeRequest.from(position), collector)) {
            assertThat(collector.await(1).getFirst().events().getFirst().type()).isEqualTo("After");
        }
    }

    @Test
    default void aPositionThatMakesNoSenseIsRefused() {
        var other = store(setup());
        var subscription = other.subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {});
        var foreign = subscription.position();
        subscription.close();
        var damaged = foreign.toBytes();
        damaged[damaged.length - 1] ^= 1;
        var store = store(setup());

        refused(ErrorCode.INVALID_POSITION, () -> store.subscribe(SubscribeRequest.from(foreign), batch -> {}));
        refused(ErrorCode.INVALID_POSITION,
                () -> store.subscribe(SubscribeRequest.from(FeedPosition.fromBytes(damaged)), batch -> {}));
        refused(ErrorCode.INVALID_POSITION,
                () -> store.subscribe(SubscribeRequest.from(FeedPosition.saved(new byte[]{1, 2, 3})), batch -> {}));
        refused(ErrorCode.INVALID_POSITION, () -> FeedPosition.fromBytes(new byte[0]));
        refused(ErrorCode.INVALID_POSITION, () -> FeedPosition.fromBytes(new byte[]{9, 0}));
    }

    @Test
    default void aMalformedSubscriptionIsRefused() {
        refused(ErrorCode.INVALID_REQUEST, () -> oneByOne().batchCommits(0));
        refused(ErrorCode.LIMIT_EXCEEDED, () -> oneByOne().batchCommits(Limits.MAX_BATCH_COMMITS + 1));
        refused(ErrorCode.INVALID_REQUEST, () -> oneByOne().eventType(""));
    }
}
