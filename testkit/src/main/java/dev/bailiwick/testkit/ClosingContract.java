package dev.bailiwick.testkit;

import static dev.bailiwick.testkit.StoreUnderTest.event;
import static dev.bailiwick.testkit.StoreUnderTest.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ErrorKind;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.OutcomeUnknownException;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.SubscriptionEnd.Reason;
import dev.bailiwick.store.VerifyRequest;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/// The end of a store.
interface ClosingContract extends StoreUnderTest {

    @Test
    default void aClosedStoreRefusesEverything() {
        var store = store(setup());
        var key = keys().one();
        store.append(key, ExpectedVersion.any(), event("E"));

        store.close();
        store.close();

        List.<ThrowingCallable>of(() -> store.append(key, ExpectedVersion.any(), event("E")),
                () -> store.read(ReadRequest.of(key)), () -> store.details(key), () -> store.trim(key, 1),
                () -> store.delete(key, ExpectedVersion.any(), Recreation.ALLOWED),
                () -> store.list(ListRequest.orgs()),
                () -> store.verify(VerifyRequest.everything()), store::partitionMap, store::routingRule,
                () -> store.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {}))
                .forEach(call -> refused(ErrorCode.STORE_CLOSED, call));
        var append = AppendRequest.builder().write(key, ExpectedVersion.any(), event("E")).build();
        assertThat(store.appendAsync(append)).failsWithin(60, TimeUnit.SECONDS).withThrowableThat().havingCause()
                .isInstanceOf(StoreClosedException.class);
    }

    @Test
    default void closingEndsSubscriptionsAndTheyTellWhy() {
        var store = store(setup());
        var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {});

        store.close();

        assertThat(subscription.end()).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(subscription.end().join().reason()).isEqualTo(Reason.STORE_CLOSED);
        subscription.close();
    }

    @Test
    default void aHandlerMayCloseTheStore() {
        var store = store(setup());
        store.append(keys().one(), ExpectedVersion.any(), event("E"));
        var closed = new CompletableFuture<Boolean>();

        store.subscribe(SubscribeRequest.from(FeedPosition.start()), batch -> {
            store.close();
            closed.complete(true);
        });

        assertThat(closed.orTimeout(60, TimeUnit.SECONDS).join()).isTrue();
        refused(ErrorCode.STORE_CLOSED, store::partitionMap);
    }

    @Test
    default void whileClosingEveryAppendIsEitherDoneOrRefused() {
        var store = store(setup());
        var key = keys().one();
        var acknowledged = new ConcurrentLinkedQueue<Long>();

        Concurrently.run(5, thread -> {
            if (thread == 0) {
                store.close();
                return;
            }
            try {
                while (true) {
                    acknowledged.add(store.append(key, ExpectedVersion.any(), event("E")).version(key));
                }
            } catch (StoreClosedException | OutcomeUnknownException e) {
                assertThat(e.code().kind()).isEqualTo(ErrorKind.UNAVAILABLE);
            }
        });

        assertThat(acknowledged).doesNotHaveDuplicates();
        refused(ErrorCode.STORE_CLOSED, () -> store.details(key));
    }
}
