package dev.bailiwick.engine;

import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EventStore;

/// A store whose files are this process's own.
public interface EmbeddedStore extends EventStore {
    /// Gives back the disk space of events that nobody can read any more. The same happens in the background without being asked for, where
    /// it is worth the effort; see [EngineOptions#compactionBytesPerSecond].
    ///
    /// @throws DiskFullException if there is no room for what has to be written before anything can go
    CompactionReport compact(CompactionRequest request);

    /// Copies the store with its index, while it goes on; see [Backup].
    BackupReport backup(BackupRequest request);
}
