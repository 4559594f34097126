package dev.bailiwick.store;

/// Who can do something about an error.
public enum ErrorKind {
    /// The request cannot succeed as it is: change it.
    CALLER,
    /// Somebody else was there first: read again, decide again.
    CONFLICT,
    /// The store cannot do it now: wait, or look after the store.
    UNAVAILABLE,
    /// Stored data is not what was written.
    CORRUPT,
    /// A defect of Bailiwick.
    INTERNAL
}
