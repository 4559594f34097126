package dev.bailiwick.server;

import java.util.function.LongSupplier;

/// Lines of the log that callers can bring about: at most [#MAX_PER_SECOND] each second, so that nobody fills the disk with them. The
/// next line tells how many were left out.
///
/// Thread-safe.
final class Remarks {
    static final int MAX_PER_SECOND = 10;

    private final System.Logger log;
    private final LineLimit limit;

    Remarks(System.Logger log, LongSupplier nanoTime) {
        this.log = log;
        this.limit = new LineLimit(MAX_PER_SECOND, MAX_PER_SECOND, nanoTime);
    }

    void warn(String line) {
        long left = limit.admit();
        if (left >= 0) {
            log.log(System.Logger.Level.WARNING, left == 0 ? line : line + " (" + left + " lines left out before)");
        }
    }
}
