package dev.bailiwick.cli;

import dev.bailiwick.engine.BackupReport;
import java.util.Locale;

/// What was copied, as text and as JSON.
final class CopyForm {
    private static final double MEBIBYTE = 1 << 20;

    private CopyForm() {
    }

    static String text(BackupReport report) {
        return String.format(Locale.ROOT, "%,d file%s: %.1f MiB copied, %.1f MiB shared%s", report.files(),
                report.files() == 1 ? "" : "s", report.copiedBytes() / MEBIBYTE, report.sharedBytes() / MEBIBYTE,
                report.index() ? ", with its index" : "");
    }

    static JsonWriter json(BackupReport report) {
        return new JsonWriter().put("files", report.files()).put("copiedBytes", report.copiedBytes())
                .put("sharedBytes", report.sharedBytes()).put("index", report.index());
    }
}
