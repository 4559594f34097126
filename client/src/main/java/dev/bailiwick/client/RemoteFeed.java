package dev.bailiwick.client;

import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.spi.FeedSubscription;
import io.grpc.Channel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The subscriptions of a client. Thread-safe.
final class RemoteFeed {
    private final Channels channels;
    private final Refusals refusals;
    private final Closing closing;
    private final Backoff backoff;
    private final Duration deadline;
    private final Map<FeedSubscription, RemoteBatches> running = new ConcurrentHashMap<>();

    RemoteFeed(Channels channels, Refusals refusals, Closing closing, Backoff backoff, Duration deadline) {
        this.channels = channels;
        this.refusals = refusals;
        this.closing = closing;
        this.backoff = backoff;
        this.deadline = deadline;
    }

    Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        closing.checkOpen();
        var batches = new RemoteBatches(this, request);
        var start = batches.begin(System.nanoTime() + deadline.toNanos());
        var subscription = new FeedSubscription(batches, handler, start);
        running.put(subscription, batches);
        subscription.start();
        if (closing.isClosed()) { // who closes may have missed it
            batches.wake();
        }
        return subscription;
    }

    /// Ends all of them. A handler that closes the client waits for nobody, since another may be doing the same.
    void close() {
        running.values().forEach(RemoteBatches::wake);
        var subscriptions = List.copyOf(running.keySet());
        if (subscriptions.stream().noneMatch(FeedSubscription::runsHere)) {
            subscriptions.forEach(FeedSubscription::awaitEnd);
        }
    }

    void remove(FeedSubscription subscription) {
        running.remove(subscription);
    }

    boolean isClosed() {
        return closing.isClosed();
    }

    void checkOpen() {
        closing.checkOpen();
    }

    void pause(long nanos) throws InterruptedException {
        closing.pause(nanos);
    }

    Channel channel() {
        return channels.next();
    }

    void hurry() {
        channels.hurry();
    }

    Refusals refusals() {
        return refusals;
    }

    Backoff backoff() {
        return backoff;
    }

    long deadlineNs() {
        return deadline.toNanos();
    }
}
