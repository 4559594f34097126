package dev.bailiwick.engine;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/// Where to copy a store to.
///
/// @param target a directory that is not there, is empty, or has an unfinished backup of the same store, which is finished
/// @param previous a backup of the same store on the same file system as the target; what has not changed since is shared with it
/// @param progress told after each file; the report so far
public record BackupRequest(Path target, Optional<Path> previous, Consumer<BackupReport> progress) {
    public static BackupRequest to(Path target) {
        return new BackupRequest(target, Optional.empty(), _ -> {});
    }

    public BackupRequest since(Path earlier) {
        return new BackupRequest(target, Optional.of(earlier), progress);
    }

    public BackupRequest withProgress(Consumer<BackupReport> listener) {
        return new BackupRequest(target, previous, listener);
    }
}
