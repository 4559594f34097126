package dev.bailiwick.client;

import dev.bailiwick.protocol.Feeds;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ServerFaultException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.spi.FeedSubscription;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The batches of one subscription, over one call after the other. A new call begins where the last batch ended that was given out, so
/// that nothing is skipped and nothing comes twice. Belongs to the subscription's thread, except for [#wake].
final class RemoteBatches implements FeedSubscription.BatchSource {
    private final RemoteFeed feed;
    private final SubscribeRequest request;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition woken = lock.newCondition();
    private FeedPosition position;
    private int failures;
    private @Nullable ServerStream<dev.bailiwick.protocol.v1.SubscribeRequest, SubscribeResponse> stream;
    private boolean stopped;

    RemoteBatches(RemoteFeed feed, SubscribeRequest request) {
        this.feed = feed;
        this.request = request;
        this.position = request.from();
    }

    /// Opens the first call, and tells where the subscription starts.
    FeedPosition begin(long deadlineNs) {
        while (true) {
            try {
                position = open(Math.max(1, deadlineNs - System.nanoTime()));
                return position;
            } catch (BailiwickException e) {
                stop();
                feed.checkOpen();
                long delayNs = feed.backoff().delayNs(failures++);
                if (!Refusals.passes(e) || System.nanoTime() + delayNs >= deadlineNs) {
                    throw e;
                }
                pause(delayNs, e);
            }
        }
    }

    @Override
    public Optional<FeedBatch> next(FeedSubscription subscription) throws InterruptedException {
        while (!subscription.isClosed() && !feed.isClosed()) {
            try {
                var current = current();
                if (current == null) {
                    open(feed.deadlineNs());
                } else {
                    var batch = take(current);
                    failures = 0;
                    return Optional.of(batch);
                }
            } catch (BailiwickException e) {
                stop();
                if (!Refusals.passes(e) && !subscription.isClosed() && !feed.isClosed()) {
                    throw e;
                }
                await(feed.backoff().delayNs(failures++), subscription);
            }
        }
        return Optional.empty();
    }

    /// Waits for the position that says where the new call starts.
    private FeedPosition open(long withinNs) {
        var opened = ServerStream.open(feed.channel(), EventStoreServiceGrpc.getSubscribeMethod(),
                Feeds.encode(new SubscribeRequest(position, request.filter(), request.batchCommits())),
                feed.refusals());
        hold(opened);
        try {
            var first = opened.next(withinNs);
            if (first.isEmpty() || first.get().getStarted().isEmpty()) {
                throw new ServerFaultException("a subscription did not begin with its position");
            }
            return Feeds.position(first.get().getStarted());
        } catch (TimeoutException e) {
            throw feed.refusals().unavailable(String.valueOf(e.getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw feed.refusals().unavailable("the waiting thread was interrupted");
        }
    }

    private FeedBatch take(ServerStream<?, SubscribeResponse> current) throws InterruptedException {
        var commits = new ArrayList<Commit>();
        while (true) {
            var message = current.next()
                    .orElseThrow(() -> feed.refusals().unavailable("it ended the subscription"));
            commits.addAll(Feeds.commits(message));
            if (!message.getPosition().isEmpty()) {
                position = Feeds.position(message.getPosition());
                return new FeedBatch(commits, position);
            }
        }
    }

    @Override
    public void wake() {
        lock.lock();
        try {
            stopped = true;
            if (stream != null) {
                stream.cancel();
            }
            woken.signalAll();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void ended(FeedSubscription subscription) {
        wake();
        feed.remove(subscription);
    }

    private @Nullable ServerStream<?, SubscribeResponse> current() {
        lock.lock();
        try {
            return stream;
        } finally {
            lock.unlock();
        }
    }

    private void hold(ServerStream<dev.bailiwick.protocol.v1.SubscribeRequest, SubscribeResponse> opened) {
        lock.lock();
        try {
            stream = opened;
            if (stopped) {
                opened.cancel();
            }
        } finally {
            lock.unlock();
        }
    }

    private void stop() {
        lock.lock();
        try {
            if (stream != null) {
                stream.cancel();
                stream = null;
            }
        } finally {
            lock.unlock();
        }
    }

    private void await(long nanos, FeedSubscription subscription) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (left > 0 && !stopped && !subscription.isClosed() && !feed.isClosed()) {
                left = woken.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
        feed.hurry();
    }

    private void pause(long nanos, BailiwickException otherwise) {
        try {
            feed.pause(nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw otherwise;
        }
        feed.hurry();
    }
}
