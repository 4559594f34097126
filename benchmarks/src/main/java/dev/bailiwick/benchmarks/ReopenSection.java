package dev.bailiwick.benchmarks;

import java.util.concurrent.locks.LockSupport;

/// How long it takes to open a store, and whether that depends on how much is in it.
final class ReopenSection implements Section {
    private static final String PART = "reopen";
    private static final int AGGREGATE_FRACTION = 10;

    /// Short, since what is written meanwhile comes on top of the events that are counted.
    private static final long WRITE_ON_NANOS = 100_000_000;

    @Override
    public String title() {
        return "reopen: after a close and after a crash";
    }

    @Override
    public String explanation() {
        return """
                The time of `Bailiwick.open` in a fresh process with the page cache dropped: after a clean close, and after the
                writing process was killed (kill -9) while it wrote on for a tenth of a second; with all events and with a tenth of
                them, ten for each aggregate.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * (sizes.historyEvents() + 1_000_000L);
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        int events = laboratory.sizes().historyEvents();
        compare(laboratory, sheet, "a clean close", events, false);
        compare(laboratory, sheet, "kill -9", events, true);
    }

    private static void compare(Laboratory laboratory, Sheet sheet, String after, int events, boolean killed)
            throws InterruptedException {
        sheet.part("after " + after, () -> {
            double few = seconds(laboratory, sheet, after, events / 10, killed);
            double many = seconds(laboratory, sheet, after, events, killed);
            sheet.row("after " + after + ", ten times the events", Numbers.times(many / few),
                    "1 x means independent of history; far below a second the ratio is noise");
        });
    }

    private static double seconds(Laboratory laboratory, Sheet sheet, String after, int events, boolean killed)
            throws InterruptedException {
        try {
            var fill = laboratory.job(Task.Name.FILL, "filling " + Numbers.count(events) + " events", PART)
                    .with("aggregates", events / AGGREGATE_FRACTION).with("events", events).with("batch", 1);
            if (killed) {
                laboratory.workers().runAndKill(fill.with("untilKilled", true),
                        () -> LockSupport.parkNanos(WRITE_ON_NANOS));
            } else {
                laboratory.workers().run(fill);
            }
            var measured = laboratory.workers().run(laboratory.job(Task.Name.REOPEN, "reopening", PART));
            double seconds = measured.value("open") / 1e9;
            sheet.row("open after " + after + ", " + Numbers.count(events) + " events", Numbers.seconds(seconds),
                    "first append after another " + Numbers.duration(measured.value("firstAppend"))
                            + (Cold.dropped(measured) ? "" : "; the page cache could not be dropped"));
            return seconds;
        } finally {
            laboratory.workspace().delete(PART);
        }
    }
}
