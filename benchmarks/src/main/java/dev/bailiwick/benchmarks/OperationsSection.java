package dev.bailiwick.benchmarks;

import java.util.Locale;

/// What it costs to keep a store in order, and what it brings.
final class OperationsSection implements Section {
    private static final String PART = "operations";
    private static final int LOAD_PERCENT = 50;
    /// For so many of the events of the section `reads`: there must be several segments.
    private static final int MORE = 2;

    @Override
    public String title() {
        return "operations: compaction and backup";
    }

    @Override
    public String explanation() {
        return """
                *Cold reads*: streams of ten events that were written in turn, so that the events of a stream lie scattered over all
                segments of 16 MiB, are read whole, one after the other, each once; the store was opened anew and the page cache dropped.
                Then all segments are compacted, and other streams are read in the same way. *Backup*: a copy of the
                store to the same disk, every frame read back, and a second one that shares what the first has. *Beside
                compaction*: appends on a schedule at half of the rate that this process reached just before, in turns with and
                without all segments being compacted meanwhile, at the pace that compaction has in the background. Latency counts from
                when an append was due; the ratio is the median of those of the turns.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return 3 * (BYTES_FOR_FILES
                + BYTES_PER_EVENT * ((long) MORE * sizes.readEvents() + sizes.seconds() * 1_000_000L));
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("operations", () -> {
            var measured = laboratory.once(laboratory.job(Task.Name.OPERATIONS, "compaction and backup", PART)
                    .with("events", MORE * laboratory.sizes().readEvents())
                    .with("operations", laboratory.sizes().coldOperations())
                    .with("aggregates", laboratory.sizes().mixedAggregates()).with("loadPercent", LOAD_PERCENT), PART);
            coldReads(measured, sheet);
            backup(measured, sheet);
            beside(measured, sheet);
        });
    }

    private static void coldReads(Measurements measured, Sheet sheet) {
        for (var when : new String[]{"before", "after"}) {
            sheet.row("cold read of a scattered stream, p50, " + when + " compaction",
                    Numbers.duration(measured.value(when + ".p50")),
                    String.format(Locale.ROOT, "%.2f device reads on average; ", measured.value(when + ".reads"))
                            + measured.distribution(when));
        }
        double ratio = measured.value("after.p50") / measured.value("before.p50");
        sheet.row("cold read, after / before compaction", Numbers.times(ratio), "",
                Target.atMost(ratio, 1, "1.00 x"));
        Cold.note(measured, sheet);
    }

    private static void backup(Measurements measured, Sheet sheet) {
        double bytes = measured.value("backup.bytes");
        sheet.row("backup", Numbers.megabytes(bytes / measured.value("backup.seconds")) + "/s",
                Numbers.megabytes(bytes) + " in " + Numbers.seconds(measured.value("backup.seconds")));
        sheet.row("backup since that one", Numbers.seconds(measured.value("incremental.seconds")),
                Numbers.megabytes(measured.value("incremental.bytes")) + " copied");
    }

    private static void beside(Measurements measured, Sheet sheet) {
        for (var side : new String[]{"alone", "beside"}) {
            sheet.row("appends at half load, p99, " + (side.equals("alone") ? "alone" : "beside compaction"),
                    Numbers.duration(measured.value(side + ".p99")),
                    Numbers.perSecond(measured.value("perSecond")) + "; " + measured.distribution(side));
        }
        sheet.row("p99 beside compaction / alone", Numbers.times(measured.value("ratio")),
                "median over " + Numbers.count(measured.value("turns")) + " turns; "
                        + Numbers.megabytes(measured.value("compacted")) + " of files were written anew",
                Target.atMost(measured.value("ratio"), 1.5, "1.50 x"));
    }
}
