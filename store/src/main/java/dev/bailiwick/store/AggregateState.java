package dev.bailiwick.store;

/// Whether an aggregate is there.
public enum AggregateState {
    /// It is there, if only as a version when all its events are trimmed.
    LIVE,
    /// Deleted; an append that does not expect it to exist begins it anew.
    DELETED_RECREATABLE,
    /// Deleted for good.
    DELETED
}
