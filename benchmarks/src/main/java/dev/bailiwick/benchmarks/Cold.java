package dev.bailiwick.benchmarks;

/// Says how cold a measurement was.
final class Cold {
    private Cold() {
    }

    static void note(Measurements measured, Sheet sheet) {
        sheet.note(dropped(measured)
                ? "The page cache was dropped beforehand."
                : "The page cache could NOT be dropped (only root may, on Linux), so what counts as cold may have been in memory.");
    }

    /// Says whether the store had come to rest before.
    static void noteQuiet(Measurements measured, Sheet sheet) {
        if (measured.value("quiet") != 1) {
            sheet.note(
                    "The store did NOT come to rest beforehand, so merging of the index went on meanwhile.");
        }
    }

    static boolean dropped(Measurements measured) {
        return measured.value("dropped") == 1;
    }
}
