package dev.bailiwick.cli;

import java.util.Locale;

/// How much there is of something, for people.
final class Amount {
    static final double MEBIBYTE = 1 << 20;

    private Amount() {
    }

    /// `1 event`, `2,000 events`.
    static String of(long count, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
    }

    static String mebibytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MiB", bytes / MEBIBYTE);
    }
}
