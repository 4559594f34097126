package dev.bailiwick.benchmarks;

import java.util.List;
import java.util.Locale;

/// Measures the rates of all systems in turn, round after round.
final class AppendRates {
    private static final List<Integer> GROUPS = List.of(1, 64, 512, 1_024, 4_096);
    private static final List<Integer> WRITERS = List.of(1, 64, 1_024);
    private static final List<Integer> WINDOWS = List.of(256, 1_024, 4_096, 16_384);
    private static final List<Integer> SENDERS = List.of(1, 2);
    private static final List<Integer> CONNECTIONS = List.of(8, 16, 32, 64);
    private static final int DEFAULT_WINDOW = 1_024;

    private final Laboratory laboratory;
    private final Sheet sheet;
    private final Levels raw = new Levels();
    private final Levels oneInFlight = new Levels();
    private final Levels pipelined = new Levels();
    private final Levels postgres = new Levels();
    private final Levels postgresWithCommands = new Levels();
    private final Levels loneRatio = new Levels();
    private int bestWindow = DEFAULT_WINDOW;

    AppendRates(Laboratory laboratory, Sheet sheet) {
        this.laboratory = laboratory;
        this.sheet = sheet;
    }

    /// The window that was best with one sender.
    int bestWindow() {
        return bestWindow;
    }

    /// The rows of a system are written in the last round.
    void measure() throws InterruptedException {
        for (int round = 1; round <= laboratory.sizes().rounds(); round++) {
            var stage = "round " + round + " of " + laboratory.sizes().rounds() + ", ";
            boolean last = round == laboratory.sizes().rounds();
            sheet.part("bare disk", () -> raw(stage + "the bare disk", last));
            sheet.part("lone append", () -> lone(stage + "one append at a time", last));
            sheet.part("one in flight", () -> oneInFlight(stage + "one append in flight for each writer", last));
            sheet.part("pipelined", () -> pipelined(stage + "pipelined appends", last));
            sheet.part("PostgreSQL", () -> postgres(stage + "PostgreSQL", last));
        }
        ratios();
    }

    private Job job(Task.Name task, String stage, List<Integer> levels) {
        return laboratory.job(task, stage, "appends", levels).with("aggregates", laboratory.sizes().aggregates());
    }

    private void raw(String stage, boolean last) throws InterruptedException {
        int shards = laboratory.settings().shards();
        var files = shards == 1 ? List.of(1) : List.of(1, shards);
        var measured = laboratory
                .once(job(Task.Name.RAW_FLUSH, stage, GROUPS).with("files", TaskInput.list(files)), "appends");
        for (int file : files) {
            for (int group : GROUPS) {
                raw.add(label(file, "file") + ", groups of " + Numbers.count(group),
                        measured.value(file + "x" + group + ".rate"));
            }
        }
        if (last) {
            raw.all().forEach(level -> sheet.row("bare write and fdatasync, " + level.label(),
                    Numbers.perSecond(level.rate()), "events of " + ZeroedFile.EVENT_BYTES + " bytes"));
        }
    }

    private void lone(String stage, boolean last) throws InterruptedException {
        var measured = laboratory.once(job(Task.Name.LONE_APPEND, stage, List.of(1)), "appends");
        loneRatio.add("", measured.value("append.p50") / measured.value("flush.p50"));
        if (last) {
            sheet.row("lone append, p50", Numbers.duration(measured.value("append.p50")),
                    measured.distribution("append"));
            sheet.row("bare write and fdatasync, p50", Numbers.duration(measured.value("flush.p50")),
                    "in turn with the lone appends; " + measured.distribution("flush"));
            double ratio = loneRatio.best().rate();
            sheet.row("lone append / bare write and fdatasync, p50", Numbers.times(ratio), "",
                    Target.atMost(ratio, 2, "2 x"));
        }
    }

    private void oneInFlight(String stage, boolean last) throws InterruptedException {
        var measured = laboratory.once(job(Task.Name.ONE_IN_FLIGHT, stage, WRITERS), "appends");
        for (int writers : WRITERS) {
            oneInFlight.add(label(writers, "writer"), measured.value(writers + ".rate"));
            if (last) {
                var level = oneInFlight.level(label(writers, "writer"));
                sheet.row("embedded, one in flight, " + level.label(), Numbers.perSecond(level.rate()),
                        "closed loop: " + measured.distribution(writers + ".latency"));
            }
        }
    }

    private void pipelined(String stage, boolean last) throws InterruptedException {
        var measured = laboratory.once(
                job(Task.Name.PIPELINED, stage, WINDOWS).with("senders", TaskInput.list(SENDERS)), "appends");
        var withOneSender = new Levels();
        for (int senders : SENDERS) {
            for (int window : WINDOWS) {
                double rate = measured.value(senders + "x" + window + ".rate");
                pipelined.add(label(senders, "sender") + ", window " + Numbers.count(window), rate);
                if (senders == 1) {
                    withOneSender.add(String.valueOf(window), rate);
                }
            }
        }
        if (last) {
            bestWindow = Integer.parseInt(withOneSender.best().label());
            pipelined.all().forEach(level -> sheet.row("embedded, pipelined, " + level.label(),
                    Numbers.perSecond(level.rate()), ""));
            var allocated = "1x" + bestWindow + ".allocated";
            sheet.row("allocated for each append, calling thread", Numbers.bytes(measured.value(allocated + ".caller")),
                    "window " + Numbers.count(bestWindow) + "; making the request included");
            sheet.row("allocated for each append, all other threads",
                    Numbers.bytes(measured.value(allocated + ".others")), "the shards' threads among them");
        }
    }

    private void postgres(String stage, boolean last) throws InterruptedException {
        // The embedded server leaves files in the temporary directory, so that has to be ours.
        var measured = laboratory.once(job(Task.Name.POSTGRES, stage, CONNECTIONS)
                .flag("-Djava.io.tmpdir=" + laboratory.workspace().directory()), "appends");
        for (var table : PostgresEvents.values()) {
            boolean plain = table == PostgresEvents.PLAIN;
            var levels = plain ? postgres : postgresWithCommands;
            for (int connections : CONNECTIONS) {
                var name = table.name().toLowerCase(Locale.ROOT) + "." + connections;
                levels.add(label(connections, "connection"), measured.value(name + ".rate"));
                if (last) {
                    sheet.row(
                            "PostgreSQL" + (plain ? "" : " with command ids") + ", " + label(connections, "connection"),
                            Numbers.perSecond(levels.level(label(connections, "connection")).rate()),
                            "closed loop: " + measured.distribution(name + ".latency"));
                }
            }
        }
        if (last) {
            measured.notes().forEach(sheet::note);
        }
    }

    private void ratios() {
        double many = oneInFlight.level(label(1_024, "writer")).rate();
        double best = pipelined.best().rate();
        double opponent = postgres.best().rate();
        double equal = postgresWithCommands.best().rate();
        sheet.row("pipelined / PostgreSQL", Numbers.times(best / opponent),
                pipelined.best().label() + " / " + postgres.best().label(),
                Target.atLeast(best / opponent, 15, "15 x"));
        sheet.row("1,024 writers / PostgreSQL", Numbers.times(many / opponent), "one in flight for each",
                Target.atLeast(many / opponent, 8, "8 x"));
        sheet.row("pipelined / PostgreSQL with command ids", Numbers.times(best / equal),
                "the same work on both sides; " + postgresWithCommands.best().label());
        sheet.row("1,024 writers / PostgreSQL with command ids", Numbers.times(many / equal), "");
        sheet.row("pipelined / bare disk", Numbers.percent(best / raw.best().rate()), raw.best().label());
    }

    private static String label(int count, String thing) {
        return Numbers.count(count) + " " + thing + (count == 1 ? "" : "s");
    }
}
