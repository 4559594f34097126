package dev.bailiwick.benchmarks;

import java.util.Arrays;
import java.util.stream.IntStream;

/// How fast a shard moves from one database to another under load, and how long its writers wait for that.
final class MovesSection implements Section {
    private static final String PART = "moves";
    private static final int ROWS = 1_000_000;
    private static final int MOVES = 6;

    @Override
    public String title() {
        return "moves: a member from one database to another, on PostgreSQL";
    }

    @Override
    public String explanation() {
        return """
                A member has so many rows, with an event for each at first, and goes to and fro between two databases of one PostgreSQL, while 8 threads execute actions
                on it at half the rate that they reach when nothing moves. A move counts from its start until the target serves: announced, copied, caught up,
                compared row by row and switched. The pause is the time for which writes were fenced. Client and server share the machine.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return 8 * BYTES_FOR_FILES;
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("moves", () -> moves(laboratory, sheet));
    }

    private static void moves(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        int rows = Math.min(ROWS, laboratory.sizes().sizeEvents());
        var measured = laboratory.once(laboratory.job(Task.Name.MOVES, "moves", PART).with("rows", rows)
                .with("moves", MOVES).flag("-Djava.io.tmpdir=" + laboratory.workspace().directory()), PART);
        double[] rates = each(measured, "rate");
        double[] pauses = each(measured, "pause");
        Arrays.sort(pauses);
        double worst = pauses[pauses.length - 1];
        sheet.row("moved, median of " + MOVES, Numbers.perSecond(Numbers.median(rates)),
                Numbers.count(rows) + " rows and their events, each in " + Numbers.seconds(Numbers.median(each(measured,
                        "seconds"))));
        sheet.row("pause, worst of " + MOVES, Numbers.duration(worst), "median " + Numbers.duration(Numbers.median(
                pauses)), Target.atMost(worst, 100e6, "100 ms"));
        for (var phase : MovesTask.Phase.values()) {
            sheet.row("actions at half load, " + phase.title(), Numbers.perSecond(measured.value("load")),
                    measured.distribution(phase.title()));
        }
    }

    private static double[] each(Measurements measured, String name) {
        return IntStream.range(0, MOVES).mapToDouble(move -> measured.value(move + "." + name)).toArray();
    }
}
