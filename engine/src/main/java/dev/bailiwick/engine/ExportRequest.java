package dev.bailiwick.engine;

import java.nio.file.Path;
import java.util.UUID;
import java.util.function.Consumer;

/// Which org to write to a file.
///
/// @param file that is not there yet; until it is finished, it has `.part` behind its name
/// @param progress told now and then; the report so far
public record ExportRequest(UUID orgId, Path file, Consumer<ExportReport> progress) {
    public static ExportRequest of(UUID orgId, Path file) {
        return new ExportRequest(orgId, file, _ -> {});
    }

    public ExportRequest withProgress(Consumer<ExportReport> listener) {
        return new ExportRequest(orgId, file, listener);
    }
}
