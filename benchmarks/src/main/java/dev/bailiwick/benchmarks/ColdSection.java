package dev.bailiwick.benchmarks;

import java.util.Locale;

/// What aggregates cost that nobody has touched for long.
final class ColdSection implements Section {
    private static final String PART = "cold";

    /// Of the aggregates, so that the files do not become warm by being written to.
    private static final int APPENDED_FRACTION = 10;

    @Override
    public String title() {
        return "cold: aggregates that nobody touched for long";
    }

    @Override
    public String explanation() {
        return """
                A store with one event in each aggregate is closed and opened by another process, which waits until it neither reads nor writes
                any more, a second for every 16,000 aggregates at most, and drops the page cache. *Appends*:
                to a tenth of the aggregates in random order, each once, 4,096 in flight. *One at a time*: appends and reads in turn,
                each on an aggregate of its own; the reads that the device completed meanwhile are taken from /proc/diskstats, so
                what else runs on the machine counts too.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * sizes.coldAggregates();
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        int aggregates = laboratory.sizes().coldAggregates();
        try {
            sheet.part("filling", () -> laboratory.workers()
                    .run(laboratory.job(Task.Name.FILL, "filling " + Numbers.count(aggregates) + " aggregates", PART)
                            .with("aggregates", aggregates).with("events", aggregates).with("batch", 1)));
            if (!sheet.failed()) {
                sheet.part("cold appends", () -> appends(laboratory, sheet, aggregates));
                sheet.part("one at a time", () -> oneAtATime(laboratory, sheet, aggregates));
            }
        } finally {
            laboratory.workspace().delete(PART);
        }
    }

    private static void appends(Laboratory laboratory, Sheet sheet, int aggregates) throws InterruptedException {
        int appends = aggregates / APPENDED_FRACTION;
        var measured = laboratory.workers().run(laboratory.job(Task.Name.COLD_RATE, "appends to cold aggregates", PART)
                .with("aggregates", aggregates).with("appends", appends)
                .with("quietSeconds", laboratory.sizes().quietSeconds()));
        double rate = measured.value("rate");
        sheet.row("appends to cold aggregates", Numbers.perSecond(rate),
                Numbers.count(appends) + " of " + Numbers.count(aggregates) + " aggregates; "
                        + String.format(Locale.ROOT, "%.2f", measured.value("reads"))
                        + " device reads each on average",
                Target.atLeast(rate, 40_000, "40,000/s"));
        Cold.note(measured, sheet);
        Cold.noteQuiet(measured, sheet);
    }

    private static void oneAtATime(Laboratory laboratory, Sheet sheet, int aggregates) throws InterruptedException {
        var measured = laboratory.workers()
                .run(laboratory.job(Task.Name.COLD_SINGLE, "one cold operation at a time", PART)
                        .with("aggregates", aggregates).with("skip", aggregates / APPENDED_FRACTION)
                        .with("operations", laboratory.sizes().coldOperations())
                        .with("quietSeconds", laboratory.sizes().quietSeconds()));
        for (var kind : new String[]{"append", "read"}) {
            double median = measured.value(kind + ".reads.p50");
            double high = measured.value(kind + ".reads.p99");
            sheet.row("cold " + kind + ", device reads, p50", Numbers.count(median),
                    String.format(Locale.ROOT, "mean %.2f", measured.value(kind + ".reads.mean")),
                    Target.atMost(median, 2, "2"));
            sheet.row("cold " + kind + ", device reads, p99", Numbers.count(high),
                    "max " + Numbers.count(measured.value(kind + ".reads.max")), Target.atMost(high, 4, "4"));
            sheet.row("cold " + kind + ", p50", Numbers.duration(measured.value(kind + ".latency.p50")),
                    measured.distribution(kind + ".latency"));
        }
        Cold.note(measured, sheet);
        Cold.noteQuiet(measured, sheet);
        sheet.note("While nothing was done for a second, the device completed "
                + Numbers.count(measured.value("idleReads")) + " reads.");
    }
}
