package dev.bailiwick.cli;

import dev.bailiwick.engine.BackupReport;

/// What was copied, as text and as JSON.
final class CopyForm {
    private CopyForm() {
    }

    static String text(BackupReport report) {
        return Amount.of(report.files(), "file") + ": " + Amount.mebibytes(report.copiedBytes()) + " copied, "
                + Amount.mebibytes(report.sharedBytes()) + " shared" + (report.index() ? ", with its index" : "");
    }

    static JsonWriter json(BackupReport report) {
        return new JsonWriter().put("files", report.files()).put("copiedBytes", report.copiedBytes())
                .put("sharedBytes", report.sharedBytes()).put("index", report.index());
    }
}
