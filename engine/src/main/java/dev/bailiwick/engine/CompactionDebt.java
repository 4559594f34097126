package dev.bailiwick.engine;

import java.io.IOException;
import java.util.function.BooleanSupplier;

/// How much of the finished segments of a shard could be reclaimed, as it was when it was looked at last. One thread looks, and anybody asks.
///
/// Looking reads a little of each segment. So it is done when something may have changed, and never for more than a small part of the time.
final class CompactionDebt {
    private static final long PAUSE_NS = 60_000_000_000L;
    /// How much longer than a look the pause after it is.
    private static final int PAUSE_FACTOR = 20;
    private static final long LOOK_BYTES_PER_SECOND = 16L << 20;

    private final SegmentReplacer replacer;
    private final BooleanSupplier stopping;
    private volatile double bytes = Double.NaN;
    private long dueNs;
    private long lookedAt = -1;
    private boolean changed = true;

    /// @param stopping whether the store is being closed
    CompactionDebt(SegmentReplacer replacer, BooleanSupplier stopping) {
        this.replacer = replacer;
        this.stopping = stopping;
        this.dueNs = System.nanoTime();
    }

    /// Not a number before it was looked at first.
    double bytes() {
        return bytes;
    }

    /// Segments were written anew.
    void compacted() {
        changed = true;
    }

    /// Looks if it is time and there may be something new. What cannot be read is left out; who reads or compacts it notices it too.
    void lookIfDue() {
        long unreadable = replacer.shard().view().unreadableEvents();
        long startNs = System.nanoTime();
        if ((changed || unreadable != lookedAt) && startNs - dueNs >= 0) {
            try {
                bytes = look();
                changed = false;
                lookedAt = unreadable;
            } catch (IOException | RuntimeException e) {
                // it is looked at again
            }
            long endNs = System.nanoTime();
            dueNs = endNs + Math.max(PAUSE_NS, PAUSE_FACTOR * (endNs - startNs));
        }
    }

    /// Nobody is kept from replacing segments meanwhile. One that is gone has no debt.
    private double look() throws IOException {
        var estimate = new ReclaimEstimate(replacer.files(), replacer.shard().view().sealed(),
                new Throttle(LOOK_BYTES_PER_SECOND, stopping));
        var candidates = replacer.candidates();
        double sum = 0;
        for (int i = 0; i < candidates.count(); i++) {
            var entry = candidates.segment(i);
            try {
                sum += estimate.reclaimable(entry) * (entry.footerLocation().offset() - Segment.FRAMES_AT);
            } catch (Throttle.StoppedException e) {
                throw e;
            } catch (IOException e) {
                if (replacer.files().disk().exists(Segment.pathOf(replacer.files().path(), entry.segmentId()))) {
                    throw e;
                }
            }
        }
        return sum;
    }
}
