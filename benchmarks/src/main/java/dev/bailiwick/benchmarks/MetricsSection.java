package dev.bailiwick.benchmarks;

import java.util.List;
import java.util.Locale;

/// What it costs that a store counts what it does.
final class MetricsSection implements Section {
    private static final String PART = "metrics";
    private static final List<Integer> WINDOWS = List.of(1_024, 4_096);

    @Override
    public String title() {
        return "metrics: what counting costs";
    }

    @Override
    public String explanation() {
        return """
                The pipelined load of *appends*, one sender, on two stores in one process: one counts as every store does, and a
                thread asks it for all its metrics every second; the other one was opened with counting switched off, which is
                possible for this only. They take turns of a second, and what is shown are medians of the turns. What is held against the target is the
                processor time of the threads that count or ask: the sender's, the shards' and the one that asks. The rates of two turns differ by tens of
                percent, since the index is merged in one and not in the other.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return 2 * (BYTES_FOR_FILES + BYTES_PER_EVENT * sizes.seconds() * 2_000_000L);
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("metrics", () -> {
            var measured = laboratory.once(laboratory.job(Task.Name.METRICS, "counting and not counting", PART, WINDOWS)
                    .with("aggregates", laboratory.sizes().aggregates()), PART);
            for (int window : WINDOWS) {
                double counting = measured.value(window + ".counting.rate");
                double silent = measured.value(window + ".silent.rate");
                var level = ", window " + Numbers.count(window);
                sheet.row("counting" + level, Numbers.perSecond(counting), "");
                sheet.row("not counting" + level, Numbers.perSecond(silent), "");
                double ratio = measured.value(window + ".ratio");
                sheet.row("processor time of an append, counting / not" + level, Numbers.percent(ratio),
                        String.format(Locale.ROOT, "%.2f and %.2f µs, medians of the turns",
                                measured.value(window + ".counting.cpu") / 1e3,
                                measured.value(window + ".silent.cpu") / 1e3),
                        Target.atMost(ratio, 1.02, "102 %"));
            }
        });
    }
}
