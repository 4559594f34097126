package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.store.UnauthenticatedException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/// A subscription of one caller: ends when the caller's standing does, and shows what the caller may see.
final class ScopedSubscription implements Subscription, StandingWatch.Watched {
    private final Standing standing;
    private final Optional<OrgView> view;
    private final Subscription inner;
    private volatile boolean dismissed;

    private ScopedSubscription(EventStore store, SubscribeRequest request, FeedHandler handler, Standing standing,
            Optional<OrgView> view) {
        this.standing = standing;
        this.view = view;
        this.inner = store.subscribe(request, batch -> deliver(batch, handler));
    }

    /// @param request narrowed to what the caller may see
    static ScopedSubscription start(EventStore store, SubscribeRequest request, FeedHandler handler, Standing standing,
            Optional<OrgView> view) {
        return new ScopedSubscription(store, request, handler, standing, view);
    }

    ScopedSubscription watchedBy(StandingWatch watch) {
        watch.add(this);
        var _ = inner.end().thenRun(() -> watch.remove(this));
        return this;
    }

    @Override
    public FeedPosition position() {
        return shown(inner.position());
    }

    @Override
    public CompletableFuture<SubscriptionEnd> end() {
        return inner.end().thenApply(this::shown);
    }

    @Override
    public void close() {
        inner.close();
    }

    /// Closing is left to another thread: the handler may be waiting for a caller who never reads.
    @Override
    public void endUnlessInGoodStanding() {
        if (!dismissed && !standing.holds()) {
            dismissed = true;
            Thread.ofVirtual().name("bailiwick-dismissal").start(inner::close);
        }
    }

    private void deliver(FeedBatch batch, FeedHandler handler) throws Exception {
        if (!standing.holds()) {
            dismissed = true;
            throw new UnauthenticatedException();
        }
        var visible = view.isEmpty() ? Optional.of(batch) : view.get().of(batch);
        if (visible.isPresent()) {
            handler.handle(visible.get());
        }
    }

    private FeedPosition shown(FeedPosition position) {
        return view.isEmpty() ? position : view.get().of(position);
    }

    private SubscriptionEnd shown(SubscriptionEnd end) {
        return dismissed
                ? new SubscriptionEnd(SubscriptionEnd.Reason.STORE_FAILED, shown(end.position()),
                        Optional.of(new UnauthenticatedException()))
                : new SubscriptionEnd(end.reason(), shown(end.position()),
                        end.cause().map(cause -> view.isEmpty() ? cause : view.get().of(cause)));
    }
}
