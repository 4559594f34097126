package dev.bailiwick.benchmarks;

/// How fast handlers have the events of a shard behind them, and what that costs those who write.
final class HandlersSection implements Section {
    private static final String PART = "handlers";
    private static final int EVENTS = 100_000;

    @Override
    public String title() {
        return "handlers: events after their commit, on PostgreSQL";
    }

    @Override
    public String explanation() {
        return """
                A shard has 100,000 events of 1,000 models, and a new handler gets all of them, with the standard options, in one process. *For the
                first time* gives each event its place in the feed on the way, which is done once; the other lines do not have that. *Updating* is a handler in a
                transaction that updates a row for each event. Writers: 8 threads execute actions, alone, beside a handler that follows what they write, and
                beside one that has all the old events before it, in turns. Client and server share the machine.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return 8 * BYTES_FOR_FILES;
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("handlers", () -> handlers(laboratory, sheet));
    }

    private static void handlers(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        int events = Math.min(EVENTS, laboratory.sizes().sizeEvents());
        var measured = laboratory.once(laboratory.job(Task.Name.HANDLERS, "handlers", PART).with("events", events)
                .flag("-Djava.io.tmpdir=" + laboratory.workspace().directory()), PART);
        drain(sheet, "drain for the first time", measured.value("first"), events);
        drain(sheet, "drain, trivial handler", measured.value("trivial"), events);
        drain(sheet, "drain, updating a row for each event", measured.value("updating"), events);
        double alone = measured.value("writers.NOTHING.rate");
        double following = measured.value("writers.FOLLOWING.rate");
        double draining = measured.value("writers.DRAINING.rate");
        sheet.row("writers alone", Numbers.perSecond(alone),
                measured.distribution("writers.NOTHING.latency"));
        sheet.row("writers, followed", Numbers.perSecond(following),
                measured.distribution("writers.FOLLOWING.latency"));
        sheet.row("writers beside a drain", Numbers.perSecond(draining),
                measured.distribution("writers.DRAINING.latency"));
        sheet.row("followed / alone", Numbers.times(following / alone), "");
        sheet.row("beside a drain / alone", Numbers.times(draining / alone),
                Numbers.perSecond(measured.value("drainedBeside")) + " handled meanwhile");
    }

    private static void drain(Sheet sheet, String what, double rate, int events) {
        sheet.row(what, Numbers.perSecond(rate),
                Numbers.count(events) + " events in " + Numbers.seconds(events / rate));
    }
}
