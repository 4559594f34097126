package dev.bailiwick.store;

/// Receives the batches of a subscription, one at a time.
@FunctionalInterface
public interface FeedHandler {
    /// Takes the next batch.
    ///
    /// @throws Exception to end the subscription before this batch
    void handle(FeedBatch batch) throws Exception;
}
