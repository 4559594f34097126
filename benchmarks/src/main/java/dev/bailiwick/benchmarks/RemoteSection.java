package dev.bailiwick.benchmarks;

import java.time.Duration;
import java.util.List;

/// How many durable appends a second over a connection, beside PostgreSQL over its own.
final class RemoteSection implements Section {
    private static final String PART = "remote";
    private static final List<Integer> CALLERS = List.of(64, 1_024, 10_000);
    private static final List<Integer> WINDOWS = List.of(1_024, 4_096, 8_192);
    private static final List<Integer> CONNECTIONS = List.of(8, 16, 32, 64);
    private static final int SETTLE_SECONDS = 30;
    private static final int OPEN_LOOP_SECONDS = 20;
    private static final Duration STEADINESS = Duration.ofSeconds(5);

    @Override
    public String title() {
        return "remote: appends over a connection";
    }

    @Override
    public String explanation() {
        return """
                The same appends as in the section `appends`, through a server in another process on the same cores, over loopback and
                in the clear. *Stream*: the Java client, whose appends share one call; either many virtual threads with one in
                flight each, or one thread that does not wait. *Unary*: one call for each append, by the same number of virtual
                threads over a connection for every 512 of them. PostgreSQL has its best number of connections. The open-loop
                row sends half of the best rate through the stream, for half a minute before it counts latency from when an
                append was due. The last row is what the machine does by itself: threads that only look at the clock, one for
                each core, lose so much of their time in jumps of half a millisecond and more, before and after the row above
                it.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return 8 * BYTES_FOR_FILES;
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        var stream = new Levels();
        var unary = new Levels();
        var postgres = new Levels();
        sheet.part("stream, callers", () -> callers(laboratory, sheet, Task.Name.ONE_IN_FLIGHT, "stream", stream));
        sheet.part("stream, one sender", () -> oneSender(laboratory, sheet, stream));
        sheet.part("unary", () -> callers(laboratory, sheet, Task.Name.UNARY, "unary", unary));
        sheet.part("PostgreSQL", () -> postgres(laboratory, sheet, postgres));
        double opponent = postgres.best().rate();
        sheet.row("stream / PostgreSQL", Numbers.times(stream.best().rate() / opponent),
                stream.best().label() + " / " + postgres.best().label(),
                Target.atLeast(stream.best().rate() / opponent, 5, "5 x"));
        sheet.row("unary / PostgreSQL", Numbers.times(unary.best().rate() / opponent),
                unary.best().label() + " / " + postgres.best().label(),
                Target.atLeast(unary.best().rate() / opponent, 2, "2 x"));
        sheet.part("half of the best rate", () -> halfLoad(laboratory, sheet, stream.best().rate() / 2));
    }

    private static Job job(Laboratory laboratory, Task.Name task, String stage, List<Integer> levels) {
        return laboratory.job(task, stage, PART, levels).with("aggregates", laboratory.sizes().aggregates());
    }

    private static void callers(Laboratory laboratory, Sheet sheet, Task.Name task, String how, Levels rates)
            throws InterruptedException {
        var measured = served(laboratory, job(laboratory, task, how + ", many callers", CALLERS));
        for (int callers : CALLERS) {
            var label = Numbers.count(callers) + " callers";
            rates.add(label, measured.value(callers + ".rate"));
            sheet.row(how + ", " + label, Numbers.perSecond(measured.value(callers + ".rate")),
                    "closed loop: " + measured.distribution(callers + ".latency"));
        }
    }

    private static void oneSender(Laboratory laboratory, Sheet sheet, Levels rates) throws InterruptedException {
        var measured = served(laboratory,
                job(laboratory, Task.Name.PIPELINED, "stream, one sender", WINDOWS).with("senders", 1));
        for (int window : WINDOWS) {
            double rate = measured.value("1x" + window + ".rate");
            var label = "1 sender, window " + Numbers.count(window);
            rates.add(label, rate);
            sheet.row("stream, " + label, Numbers.perSecond(rate), "");
        }
    }

    private static void postgres(Laboratory laboratory, Sheet sheet, Levels rates) throws InterruptedException {
        var measured = laboratory.once(job(laboratory, Task.Name.POSTGRES, "PostgreSQL", CONNECTIONS)
                .flag("-Djava.io.tmpdir=" + laboratory.workspace().directory()), PART);
        for (int connections : CONNECTIONS) {
            rates.add(connections + " connections", measured.value("plain." + connections + ".rate"));
        }
        sheet.row("PostgreSQL, " + rates.best().label(), Numbers.perSecond(rates.best().rate()), "its best");
    }

    private static void halfLoad(Laboratory laboratory, Sheet sheet, double rate) throws InterruptedException {
        int perSecond = (int) rate;
        var before = Steadiness.measure(STEADINESS);
        var measured = served(laboratory,
                job(laboratory, Task.Name.OPEN_LOOP, "half of the best rate", List.of(1))
                        .with("perSecond", perSecond).with("settleSeconds", SETTLE_SECONDS)
                        .with("events", perSecond * OPEN_LOOP_SECONDS));
        double milliseconds = measured.value("all.p99") / 1e6;
        sheet.row("stream at half of its best rate, p99", Numbers.duration(measured.value("all.p99")),
                Numbers.perSecond(measured.value("rate")) + "; " + measured.distribution("all"),
                Target.atMost(milliseconds, 10, "10 ms"));
        sheet.row("taken from idle cores, before and after", before.toString(),
                Steadiness.measure(STEADINESS).toString());
    }

    /// Runs a job against a server of its own.
    private static Measurements served(Laboratory laboratory, Job job) throws InterruptedException {
        try {
            return laboratory.workers().runBeside(
                    laboratory.job(Task.Name.SERVE, "starting a server", PART),
                    server -> laboratory.workers()
                            .run(job.with(ServeTask.PORT, (int) server.value(ServeTask.PORT))));
        } finally {
            laboratory.workspace().delete(PART);
        }
    }
}
