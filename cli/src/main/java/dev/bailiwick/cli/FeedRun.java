package dev.bailiwick.cli;

import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/// Follows the feed up to a number of commits, or until nothing more is there.
///
/// A position belongs to the end of a batch. So that a limit never ends inside one, the last batch is asked for in the size that is
/// left. To know when nothing more is there, the positions must go through everything, so the filter is then applied here instead of
/// in the store: after a batch, the place is the end if a subscription that starts now would start there. A store may give
/// positions that cannot be compared; then it counts as the end that nothing came for a while.
///
/// Used by one thread, once.
final class FeedRun {
    /// How long nothing must have come where the end cannot be recognised.
    static final int QUIET_SECONDS = 10;

    private final FeedFilter filter;
    private final boolean untilIdle;
    private long left;
    private final AtomicInteger batches = new AtomicInteger();

    FeedRun(FeedFilter filter, long limit, boolean untilIdle) {
        this.filter = filter;
        this.left = limit;
        this.untilIdle = untilIdle;
    }

    /// Takes what came, and the position after it.
    @FunctionalInterface
    interface Taker {
        void take(List<Commit> commits, FeedPosition position) throws Exception;
    }

    void follow(EventStore store, FeedPosition start, Taker taker) throws Exception {
        var next = Optional.of(start);
        while (next.isPresent()) {
            next = once(store, next.get(), taker);
        }
    }

    /// @return from where to go on with smaller batches, or nothing at the end
    private Optional<FeedPosition> once(EventStore store, FeedPosition from, Taker taker) throws Exception {
        int batchCommits = (int) Math.min(left, Limits.DEFAULT_BATCH_COMMITS);
        var request = SubscribeRequest.from(from).batchCommits(batchCommits)
                .filter(untilIdle ? FeedFilter.EVERYTHING : filter);
        var reached = new FeedPosition[]{from};
        try (var subscription = store.subscribe(request,
                batch -> Following.handle(taken -> take(store, taken, taker, batchCommits, reached), batch))) {
            if (untilIdle) {
                awaitEnd(store, subscription);
            }
            Following.finish(subscription.end().get());
        }
        return left > 0 && left < batchCommits ? Optional.of(reached[0]) : Optional.empty();
    }

    private Following.Next take(EventStore store, FeedBatch batch, Taker taker, int batchCommits,
            FeedPosition[] reached) throws Exception {
        var commits = untilIdle
                ? batch.commits().stream().map(filter::apply).flatMap(Optional::stream).toList()
                : batch.commits();
        taker.take(commits, batch.position());
        reached[0] = batch.position();
        left -= commits.size();
        batches.incrementAndGet();
        if (left < batchCommits) {
            return Following.Next.STOP;
        }
        return untilIdle && batch.position().equals(Following.endOf(store))
                ? Following.Next.STOP
                : Following.Next.GO_ON;
    }

    /// Looks from outside as well, since no batch comes where nothing is.
    private void awaitEnd(EventStore store, Subscription subscription) throws Exception {
        int seen = -1;
        int quietSeconds = 0;
        while (!subscription.end().isDone()) {
            if (subscription.position().equals(Following.endOf(store)) || quietSeconds >= QUIET_SECONDS) {
                subscription.close();
                return;
            }
            quietSeconds = batches.get() == seen ? quietSeconds + 1 : 0;
            seen = batches.get();
            try {
                subscription.end().get(1, TimeUnit.SECONDS);
            } catch (TimeoutException e) {
                // Look again.
            }
        }
    }
}
