package dev.bailiwick.engine;

/// What a backup or a restoration did.
///
/// @param files how many are in the copy, besides those of the index
/// @param copiedBytes how many bytes were copied
/// @param sharedBytes how many were shared: of the log with the previous backup, of the index with the store; or were there from an attempt before
/// @param index whether the copy has an index; if not, it is made when the copy is opened first
public record BackupReport(long files, long copiedBytes, long sharedBytes, boolean index) {
    static final BackupReport NOTHING = new BackupReport(0, 0, 0, false);

    BackupReport copied(long bytes) {
        return new BackupReport(files + 1, copiedBytes + bytes, sharedBytes, index);
    }

    BackupReport shared(long bytes) {
        return new BackupReport(files + 1, copiedBytes, sharedBytes + bytes, index);
    }

    BackupReport withIndex(long copied, long shared) {
        return new BackupReport(files, copiedBytes + copied, sharedBytes + shared, true);
    }
}
