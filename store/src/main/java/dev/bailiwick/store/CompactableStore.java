package dev.bailiwick.store;

/// A store that keeps events in files, here or at a server, and can give back the space of those that nobody can read any more.
public interface CompactableStore extends EventStore {
    /// Gives back the disk space of events that nobody can read any more. The same happens in the background without being asked for, where
    /// it is worth the effort. What was done stays done if it is cut short, and asking again does the rest.
    ///
    /// @throws DiskFullException if there is no room for what has to be written before anything can go
    CompactionReport compact(CompactionRequest request);
}
