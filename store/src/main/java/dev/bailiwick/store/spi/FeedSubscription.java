package dev.bailiwick.store.spi;

import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.store.SubscriptionEnd.Reason;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A virtual thread that takes batches from a source and hands them to the handler, as the contract of subscriptions says.
public final class FeedSubscription implements Subscription {
    private final BatchSource source;
    private final FeedHandler handler;
    private final CompletableFuture<SubscriptionEnd> end = new CompletableFuture<>();
    private final Thread thread;
    private volatile FeedPosition position;
    private volatile boolean closed;

    /// Not running before [#start].
    public FeedSubscription(BatchSource source, FeedHandler handler, FeedPosition start) {
        this.source = source;
        this.handler = handler;
        this.position = start;
        this.thread = Thread.ofVirtual().name("bailiwick-subscription").unstarted(this::run);
    }

    /// Where the batches come from.
    public interface BatchSource {
        /// Waits for the next batch; empty when the store or the subscription is closed.
        Optional<FeedBatch> next(FeedSubscription subscription) throws InterruptedException;

        /// Ends the waiting of a subscription that was closed.
        void wake();

        /// The handler will not be called again.
        void ended(FeedSubscription subscription);
    }

    public void start() {
        thread.start();
    }

    /// Whether its owner closed it.
    public boolean isClosed() {
        return closed;
    }

    @Override
    public FeedPosition position() {
        return position;
    }

    @Override
    public CompletableFuture<SubscriptionEnd> end() {
        return end.copy();
    }

    @Override
    public void close() {
        closed = true;
        source.wake();
        awaitEnd();
    }

    /// Waits until the handler is done, unless the handler is what waits.
    public void awaitEnd() {
        if (!runsHere()) {
            end.join();
        }
    }

    /// Whether the calling thread is the handler's.
    public boolean runsHere() {
        return Thread.currentThread().equals(thread);
    }

    private void run() {
        try {
            var batch = source.next(this);
            while (batch.isPresent()) {
                if (!deliver(batch.get())) {
                    return;
                }
                batch = source.next(this);
            }
            finish(closed ? Reason.CLOSED : Reason.STORE_CLOSED, Optional.empty());
        } catch (InterruptedException | RuntimeException e) {
            finish(Reason.STORE_FAILED, Optional.of(e));
        }
    }

    private boolean deliver(FeedBatch batch) {
        try {
            handler.handle(batch);
        } catch (Throwable e) {
            finish(Reason.HANDLER_FAILED, Optional.of(e));
            return false;
        }
        position = batch.position();
        return true;
    }

    private void finish(Reason reason, Optional<Throwable> cause) {
        source.ended(this);
        end.complete(new SubscriptionEnd(reason, position, cause));
    }
}
