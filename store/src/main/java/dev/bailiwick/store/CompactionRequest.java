package dev.bailiwick.store;

import java.util.function.Consumer;

/// What to write anew, and how hard to press.
///
/// @param leastReclaimable a segment is written anew if at least this part of it can be reclaimed, 0 to 1; 0 is all segments, which also brings
///        the events of each aggregate together
/// @param bytesPerSecond read and written at the most
/// @param progress told after each segment; the report so far
public record CompactionRequest(double leastReclaimable, long bytesPerSecond, Consumer<CompactionReport> progress) {
    /// What it takes by default to be worth the effort.
    public static final double WORTHWHILE = 0.25;

    public CompactionRequest {
        if (!(leastReclaimable >= 0 && leastReclaimable <= 1)) {
            throw new IllegalArgumentException("the least part to reclaim is 0 to 1, not " + leastReclaimable);
        }
        if (bytesPerSecond < 1 << 16) {
            throw new IllegalArgumentException("at least 65536 bytes are read and written in a second, not "
                    + bytesPerSecond);
        }
    }

    /// The segments of which a quarter or more can be reclaimed, as fast as possible.
    public static CompactionRequest worthwhile() {
        return new CompactionRequest(WORTHWHILE, Long.MAX_VALUE, sofar -> {});
    }

    /// All finished segments, as fast as possible.
    public static CompactionRequest everything() {
        return new CompactionRequest(0, Long.MAX_VALUE, sofar -> {});
    }

    public CompactionRequest withBytesPerSecond(long bytes) {
        return new CompactionRequest(leastReclaimable, bytes, progress);
    }

    public CompactionRequest withProgress(Consumer<CompactionReport> listener) {
        return new CompactionRequest(leastReclaimable, bytesPerSecond, listener);
    }
}
