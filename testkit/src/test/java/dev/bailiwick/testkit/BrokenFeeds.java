package dev.bailiwick.testkit;

import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import java.util.ArrayList;
import java.util.function.Predicate;

/// Ways to serve subscriptions that are right but for one thing, each on top of a store that is right.
final class BrokenFeeds {
    private BrokenFeeds() {
    }

    static Subscription skipsCommits(EventStore right, SubscribeRequest request, FeedHandler handler) {
        return onlyWith(right, request, handler, commit -> commit.sequence() != 2);
    }

    static Subscription hidesTrims(EventStore right, SubscribeRequest request, FeedHandler handler) {
        return onlyWith(right, request, handler, commit -> !(commit.change() instanceof Change.Trimmed));
    }

    private static Subscription onlyWith(EventStore right, SubscribeRequest request, FeedHandler handler,
            Predicate<Commit> wanted) {
        return right.subscribe(request,
                batch -> handler
                        .handle(new FeedBatch(batch.commits().stream().filter(wanted).toList(), batch.position())));
    }

    static Subscription repeatsCommits(EventStore right, SubscribeRequest request, FeedHandler handler) {
        return right.subscribe(request, batch -> {
            var twice = new ArrayList<>(batch.commits());
            batch.commits().stream().filter(commit -> commit.sequence() == 2).forEach(twice::add);
            handler.handle(new FeedBatch(twice, batch.position()));
        });
    }

    static Subscription ignoresFilters(EventStore right, SubscribeRequest request, FeedHandler handler) {
        return right.subscribe(request.filter(FeedFilter.EVERYTHING), handler);
    }

    /// Goes on as if the handler had not thrown, up to the fifth commit, so that the subscription ends some time.
    static Subscription goesOnAfterFailures(EventStore right, SubscribeRequest request, FeedHandler handler) {
        return right.subscribe(request, batch -> {
            try {
                handler.handle(batch);
            } catch (Exception e) {
                if (batch.commits().getLast().sequence() == 5) {
                    throw e;
                }
            }
        });
    }
}
