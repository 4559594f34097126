package dev.bailiwick.engine;

import dev.bailiwick.store.CompactableStore;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.InvalidRequestException;

/// A store whose files are this process's own.
public interface EmbeddedStore extends CompactableStore {
    /// {@inheritDoc}
    ///
    /// How hard the background presses is [EngineOptions#compactionBytesPerSecond].
    @Override
    CompactionReport compact(CompactionRequest request);

    /// Copies the store with its index, while it goes on; see [Backup].
    BackupReport backup(BackupRequest request);

    /// Writes one org to a file that any store can take in, while this one goes on: every aggregate as it was at one moment of the export.
    ///
    /// @throws InvalidRequestException if there is no such org, or the file cannot be written
    ExportReport exportOrg(ExportRequest request);

    /// Takes in what [#exportOrg] wrote, beside whatever else is written. First all of the file is checked, then every aggregate is written that is
    /// not there yet, with its versions, hashes and times. If it is cut short, asking again does the rest.
    ///
    /// @throws InvalidRequestException if the file is damaged, or an aggregate has another history here; nothing was written then
    /// @throws DiskFullException if there is no room for all of it
    ImportReport importOrg(ImportRequest request);
}
