package dev.bailiwick.store;

import java.util.Optional;

/// Why a subscription ended and from where another would continue.
///
/// @param cause what the handler threw, or what failed in the store
public record SubscriptionEnd(Reason reason, FeedPosition position, Optional<Throwable> cause) {
    public enum Reason {
        /// Its owner closed it.
        CLOSED,
        /// The handler threw.
        HANDLER_FAILED,
        /// The store was closed.
        STORE_CLOSED,
        /// The store could not go on.
        STORE_FAILED
    }
}
