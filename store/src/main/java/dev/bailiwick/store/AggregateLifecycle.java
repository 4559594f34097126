package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;

/// Shortening and ending a stream. Both are durable when they return, and both can be repeated safely: asking for a state that
/// already holds changes nothing.
public interface AggregateLifecycle {
    /// From now on nothing before `keepFromVersion` is readable. One past the last version trims everything and leaves the
    /// aggregate alive. A trim never goes back: a version that is already trimmed stays so.
    ///
    /// @throws AggregateNotExistsException if the aggregate never existed or is deleted
    /// @throws TrimBeyondEndException if `keepFromVersion` is more than one past the last version
    AggregateDetails trim(AggregateKey key, long keepFromVersion);

    /// Ends an aggregate. With [Recreation#ALLOWED] a later append may begin anew: versions then continue and never repeat,
    /// and the old events never come back. With [Recreation#FORBIDDEN] it is final; that can also be said of an aggregate that was
    /// deleted before.
    ///
    /// @throws AggregateNotExistsException if the aggregate never existed
    /// @throws ConflictException if the expectation does not hold
    /// @throws WriteToMissingAggregateException if `exists` was expected of a deleted aggregate
    /// @throws DeletedPermanentlyException if recreation is to be allowed for what was deleted for good
    AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation);
}
