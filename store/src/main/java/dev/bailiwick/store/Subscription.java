package dev.bailiwick.store;

import java.util.concurrent.CompletableFuture;

/// A running subscription.
public interface Subscription extends AutoCloseable {
    /// The place after the last batch that the handler took without throwing. Before the first batch it is where the
    /// subscription started; for one from [FeedPosition#now] that is the place which `now` meant.
    FeedPosition position();

    /// Completes, never exceptionally, when the subscription has ended for whatever reason.
    CompletableFuture<SubscriptionEnd> end();

    /// Ends the subscription. A batch in the handler's hands is waited for, unless the handler itself calls this; afterwards
    /// the handler is not called again. Closing twice does nothing.
    @Override
    void close();
}
