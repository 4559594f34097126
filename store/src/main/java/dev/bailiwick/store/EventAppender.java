package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.concurrent.CompletableFuture;

/// Writing events: all of a request or nothing of it.
public interface EventAppender {
    /// Appends and waits until the events are durable. Waits for room in a busy shard, up to a time that the
    /// implementation states.
    ///
    /// @throws BailiwickException with the first check that failed; with 2014 `OutcomeUnknown` nobody can say whether the
    ///         request was executed, and resending it under its command id is safe
    AppendResult append(AppendRequest request);

    /// Appends without waiting. A shard without room answers 11000 `ShardBusy` at once. The future fails with the exception
    /// that [#append] would throw.
    CompletableFuture<AppendResult> appendAsync(AppendRequest request);

    /// [#append(AppendRequest)] to one aggregate, without a command id.
    default AppendResult append(AggregateKey key, ExpectedVersion expected, NewEvent... events) {
        return append(AppendRequest.builder().write(key, expected, events).build());
    }
}
