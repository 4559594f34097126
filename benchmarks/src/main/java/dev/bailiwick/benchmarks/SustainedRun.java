package dev.bailiwick.benchmarks;

/// Many events into one store, to see whether it slows down as it grows.
final class SustainedRun {
    /// Of the rate just measured. Nobody runs a system at its peak, and at the peak an open loop only measures the queue.
    static final int LOAD_PERCENT = 50;

    private final Laboratory laboratory;
    private final Sheet sheet;

    SustainedRun(Laboratory laboratory, Sheet sheet) {
        this.laboratory = laboratory;
        this.sheet = sheet;
    }

    void measure(int window) throws InterruptedException {
        sheet.part("sustained", () -> {
            double rate = closedLoop(window);
            openLoop(Math.max(1, (int) (rate * LOAD_PERCENT / 100)));
        });
    }

    private Job job(Task.Name task, String stage) {
        return laboratory.job(task, stage, "sustained").with("aggregates", laboratory.sizes().aggregates())
                .with("events", laboratory.sizes().events());
    }

    private double closedLoop(int window) throws InterruptedException {
        var measured = laboratory
                .once(job(Task.Name.SUSTAINED, "sustained, as fast as it goes").with("window", window), "sustained");
        double rate = measured.value("rate");
        double first = measured.value("first.rate");
        double last = measured.value("last.rate");
        sheet.row("sustained, " + Numbers.count(laboratory.sizes().events()) + " events", Numbers.perSecond(rate),
                "closed loop, window " + Numbers.count(window));
        sheet.row("sustained, first tenth", Numbers.perSecond(first), "");
        sheet.row("sustained, last tenth", Numbers.perSecond(last), "");
        sheet.row("sustained, rate of the last tenth / the first", Numbers.percent(last / first), "",
                Target.atLeast(last / first, 0.8, "80 %"));
        return rate;
    }

    private void openLoop(int perSecond) throws InterruptedException {
        var measured = laboratory.once(
                job(Task.Name.OPEN_LOOP, "sustained, on a schedule").with("perSecond", perSecond), "sustained");
        sheet.row("open loop, all, p99", Numbers.duration(measured.value("all.p99")), "scheduled "
                + Numbers.perSecond(perSecond) + ", " + LOAD_PERCENT + " % of the rate above, sent "
                + Numbers.perSecond(measured.value("rate")) + "; " + measured.distribution("all"));
        sheet.row("open loop, first tenth, p99", Numbers.duration(measured.value("first.p99")),
                measured.distribution("first"));
        sheet.row("open loop, last tenth, p99", Numbers.duration(measured.value("last.p99")),
                measured.distribution("last"));
        double ratio = measured.value("last.p99") / measured.value("first.p99");
        sheet.row("open loop, p99 of the last tenth / the first", Numbers.times(ratio), "",
                Target.atMost(ratio, 2, "2 x"));
    }
}
