package dev.bailiwick.benchmarks;

import java.util.List;

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
                possible for this only. They take turns of a second, and the rates are medians of the turns.""";
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
                sheet.row("counting / not counting" + level, Numbers.percent(measured.value(window + ".ratio")),
                        "median over the turns",
                        Target.atLeast(measured.value(window + ".ratio"), 0.98, "98 %"));
            }
        });
    }
}
