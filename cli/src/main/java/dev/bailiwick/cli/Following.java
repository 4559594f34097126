package dev.bailiwick.cli;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.SubscriptionEnd;
import java.util.concurrent.ExecutionException;

/// Runs one subscription on behalf of a command that has nothing else to do meanwhile.
final class Following {
    private Following() {
    }

    enum Next {
        GO_ON, STOP
    }

    /// Takes the batches, one at a time, each on whatever thread.
    @FunctionalInterface
    interface Taker {
        Next take(FeedBatch batch) throws Exception;
    }

    /// Returns when the taker has had enough.
    ///
    /// @throws StoreClosedException if the store was closed, as an interrupt does
    /// @throws Exception what the taker threw, or what failed in the store
    static void run(EventStore store, SubscribeRequest request, Taker taker) throws Exception {
        try (var subscription = store.subscribe(request, batch -> handle(taker, batch))) {
            finish(subscription.end().get());
        }
    }

    /// The place after everything that is durable now.
    static FeedPosition endOf(EventStore store) {
        try (var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.now()), batch -> {})) {
            return subscription.position();
        }
    }

    static void handle(Taker taker, FeedBatch batch) throws Exception {
        if (taker.take(batch) == Next.STOP) {
            throw new Enough();
        }
    }

    static void finish(SubscriptionEnd end) throws Exception {
        switch (end.reason()) {
            case CLOSED -> {}
            case STORE_CLOSED -> throw new StoreClosedException();
            case HANDLER_FAILED, STORE_FAILED -> {
                var cause = end.cause()
                        .orElseGet(() -> new IllegalStateException("a subscription failed without a cause"));
                if (cause instanceof Enough) {
                    return;
                }
                throw cause instanceof Exception failure ? failure : new ExecutionException(cause);
            }
        }
    }

    /// The way to end a subscription from inside its handler.
    private static final class Enough extends Exception {
        private static final long serialVersionUID = 1;

        private Enough() {
            super("enough", null, false, false);
        }
    }
}
