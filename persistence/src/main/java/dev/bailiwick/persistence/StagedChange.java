package dev.bailiwick.persistence;

/// One change on a plan.
///
/// @param before as it was staged, with its events
/// @param after as the row will be
/// @param isNew whether it is added rather than updated
record StagedChange<P extends Versioned<P, ?, ?>>(Repository<P, ?, ?, ?> repository, P before, P after,
        boolean isNew) {}
