package dev.bailiwick.engine;

import java.nio.file.Path;
import java.util.function.Consumer;

/// Which file of an org to take in.
///
/// @param progress told now and then; the report so far
public record ImportRequest(Path file, Consumer<ImportReport> progress) {
    public static ImportRequest of(Path file) {
        return new ImportRequest(file, _ -> {});
    }

    public ImportRequest withProgress(Consumer<ImportReport> listener) {
        return new ImportRequest(file, listener);
    }
}
