package dev.bailiwick.engine;

import dev.bailiwick.store.CompactionReport;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;

/// One round through the finished segments of a shard, oldest first: those of which enough can be reclaimed are written anew, and small
/// ones that lie side by side become one, so that there are not ever more of them.
final class Compaction {
    /// A segment that has less than this part of the usual size is small.
    private static final int SMALL = 4;

    private final SegmentReplacer replacer;
    private final Rewriting.Effort effort;
    private final double leastReclaimable;
    private final long usualBytes;
    private final Consumer<CompactionReport> progress;
    private CompactionReport report = CompactionReport.NOTHING;

    /// @param usualBytes of a segment's file
    Compaction(SegmentReplacer replacer, Rewriting.Effort effort, double leastReclaimable, long usualBytes,
            Consumer<CompactionReport> progress) {
        this.replacer = replacer;
        this.effort = effort;
        this.leastReclaimable = leastReclaimable;
        this.usualBytes = usualBytes;
        this.progress = progress;
    }

    CompactionReport run() throws IOException {
        replacer.begin();
        try {
            var candidates = replacer.candidates();
            var wanted = wanted(candidates);
            for (int from = 0; from < wanted.length; from++) {
                int to = from;
                while (to < wanted.length && wanted[to] != Wish.STAYS) {
                    to++;
                }
                rewrite(candidates, from, to, wanted);
                from = to;
            }
            return report;
        } finally {
            replacer.end();
        }
    }

    private enum Wish {
        /// It has nothing to give.
        STAYS,
        /// It has enough to give.
        GOES,
        /// It has nothing to give, but is so small that it should not stand alone.
        JOINS
    }

    private Wish[] wanted(SegmentReplacer.Candidates candidates) throws IOException {
        var estimate = new ReclaimEstimate(replacer.files(), replacer.shard().view().sealed(), effort);
        var wishes = new Wish[candidates.count()];
        for (int i = 0; i < wishes.length; i++) {
            var entry = candidates.segment(i);
            boolean goes = leastReclaimable == 0 || estimate.reclaimable(entry) >= leastReclaimable;
            boolean small = entry.footerLocation().end() < usualBytes / SMALL;
            wishes[i] = goes ? Wish.GOES : small ? Wish.JOINS : Wish.STAYS;
        }
        report = new CompactionReport(wishes.length, 0, 0, 0, 0, 0);
        return wishes;
    }

    /// @param from the first of some that are wanted and follow each other
    private void rewrite(SegmentReplacer.Candidates candidates, int from, int to, Wish[] wanted) throws IOException {
        for (int at = from; at < to;) {
            if (!isWorthIt(wanted, at, to)) {
                return;
            }
            var replaced = replacer.replace(candidates, at, to - at,
                    firstBucket -> new ReclaimingFates(replacer.shard().view().sealed(), firstBucket), effort,
                    SegmentReplacer.Disposal.DELETE);
            at += replaced.segments();
            report = report.plus(new CompactionReport(0, replaced.segments(), 1, replaced.bytesBefore(),
                    replaced.bytesAfter(), replaced.droppedEvents()));
            progress.accept(report);
        }
    }

    private static boolean isWorthIt(Wish[] wanted, int at, int to) {
        return to - at > 1 || List.of(wanted).subList(at, to).contains(Wish.GOES);
    }
}
