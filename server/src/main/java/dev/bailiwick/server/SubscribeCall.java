package dev.bailiwick.server;

import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.Feeds;
import dev.bailiwick.protocol.v1.SubscribeRequest;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.LimitExceededException;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.SubscriptionEnd;
import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;

/// One subscription of a client. The subscription's own thread sends, and waits in the handler while the client is not ready, so that
/// no more than one batch is held for it. Whatever ends the call, the client, the server or the store, ends the subscription, and
/// its end is what closes the call: nobody else writes then.
final class SubscribeCall implements FeedHandler, OpenCalls.OpenCall {
    private final PacedCall<SubscribeResponse> call;
    private final Failures failures;
    private final OpenCalls open;
    private final Connection connection;
    private final EventStore store;
    private final CountDownLatch announced = new CountDownLatch(1);
    private volatile boolean stopping;
    private volatile boolean serverEnds;
    private volatile @Nullable Subscription subscription;

    SubscribeCall(ServerCallStreamObserver<SubscribeResponse> out, Failures failures, OpenCalls open) {
        this.call = new PacedCall<>(out, this::stop);
        this.failures = failures;
        this.open = open;
        this.connection = Gate.CONNECTION.get();
        this.store = Gate.STORE.get();
    }

    void start(SubscribeRequest request) {
        try {
            connection.openSubscription();
        } catch (LimitExceededException e) {
            call.fail(Errors.toStatus(Status.Code.RESOURCE_EXHAUSTED, e));
            return;
        }
        open.add(this);
        Thread.ofVirtual().name("bailiwick-subscribe").start(() -> subscribe(request));
    }

    private void subscribe(SubscribeRequest request) {
        try {
            if (stopping) {
                throw failures.shuttingDown();
            }
            var started = store.subscribe(Feeds.decode(request), this);
            subscription = started;
            var _ = started.end().thenAccept(this::ended);
            call.send(SubscribeResponse.newBuilder().setStarted(Feeds.encode(started.position())).build());
            announced.countDown();
            if (stopping) {
                started.close();
            }
        } catch (InterruptedException | RuntimeException e) {
            var started = subscription;
            if (started == null) {
                release();
                call.fail(failures.status(e));
            } else {
                announced.countDown();
                started.close();
            }
        }
    }

    @Override
    public void handle(FeedBatch batch) throws InterruptedException {
        announced.await();
        for (var part : Feeds.encode(batch)) {
            call.send(part);
        }
    }

    @Override
    public void end() {
        serverEnds = true;
        stop();
    }

    /// The handler is woken if it waits; closing waits for it, and this thread must not.
    private void stop() {
        stopping = true;
        call.stop();
        announced.countDown();
        var running = subscription;
        if (running != null) {
            Thread.ofVirtual().name("bailiwick-unsubscribe").start(running::close);
        }
    }

    private void ended(SubscriptionEnd end) {
        release();
        if (serverEnds || end.reason() == SubscriptionEnd.Reason.STORE_CLOSED) {
            call.fail(failures.status(failures.shuttingDown()));
        } else if (end.cause().isPresent()) {
            call.fail(failures.status(end.cause().get()));
        } else {
            call.fail(Status.CANCELLED.asRuntimeException());
        }
    }

    private void release() {
        open.remove(this);
        connection.closeSubscription();
    }
}
