package dev.bailiwick.store;

/// Following what happens. Every partition has its own gap-free sequence of commits, trims and deletes included; there is no
/// order between partitions.
public interface EventFeed {
    /// Starts to deliver commits: first those after the request's position, then live ones as they become durable. None is
    /// skipped and none comes twice. Batches come one at a time, on a thread of the subscription's own; while the handler is
    /// busy nothing piles up for it.
    ///
    /// If the handler throws, the subscription ends: [Subscription#end] tells why, and [Subscription#position] is the place
    /// before the failed batch, from where a new subscription delivers it again.
    ///
    /// @throws InvalidPositionException if the position cannot be read, or belongs to another store
    /// @throws PositionAheadException if the store has not got that far, as after restoring an old copy
    Subscription subscribe(SubscribeRequest request, FeedHandler handler);
}
