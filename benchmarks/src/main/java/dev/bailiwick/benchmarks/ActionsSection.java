package dev.bailiwick.benchmarks;

import java.util.List;

/// What relational persistence costs, beside the same work by hand.
final class ActionsSection implements Section {
    private static final String PART = "actions";
    private static final List<Integer> THREADS = List.of(1, 8, 64);
    private static final List<Integer> SHARDS = List.of(1, 4, 16);
    private static final List<Integer> DELAYS_MS = List.of(0, 5);

    @Override
    public String title() {
        return "actions: relational persistence on PostgreSQL";
    }

    @Override
    public String explanation() {
        return """
                An action reads a row and updates it at the version that was read; its own row and one event are written with it. By
                hand the same statements run on the same tables of the same durable PostgreSQL, through a pool of the same size. Each
                thread has 1,000 rows of its own; there is one database. *Sharded* is the same with a strategy and a configuration of groups and
                members, of which there is one. *Gather*: a statement that waits for 0 or 5 ms goes to all
                shards, which are databases of one server; beside it is the median of what the slowest of them took for the
                statement alone. Client and server share the machine.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return 8 * BYTES_FOR_FILES;
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("actions", () -> actions(laboratory, sheet));
        sheet.part("gather", () -> gather(laboratory, sheet));
    }

    private static Measurements measured(Laboratory laboratory, Job job) throws InterruptedException {
        return laboratory.once(job.flag("-Djava.io.tmpdir=" + laboratory.workspace().directory()), PART);
    }

    private static void actions(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        var measured = measured(laboratory, laboratory.job(Task.Name.ACTIONS, "actions", PART, THREADS));
        for (int threads : THREADS) {
            double action = measured.value("action." + threads + ".rate");
            double hand = measured.value("hand." + threads + ".rate");
            sheet.row("action, threads: " + threads, Numbers.perSecond(action),
                    measured.distribution("action." + threads + ".latency"));
            double sharded = measured.value("sharded." + threads + ".rate");
            sheet.row("sharded, threads: " + threads, Numbers.perSecond(sharded),
                    measured.distribution("sharded." + threads + ".latency"));
            sheet.row("by hand, threads: " + threads, Numbers.perSecond(hand),
                    measured.distribution("hand." + threads + ".latency"));
            sheet.row("action / by hand, threads: " + threads, Numbers.times(action / hand), "",
                    Target.atLeast(action / hand, 0.8, "0.8 x"));
            sheet.row("action / sharded, threads: " + threads, Numbers.times(action / sharded), "",
                    Target.atLeast(action / sharded, 0.95, "0.95 x"));
        }
    }

    private static void gather(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        var measured = measured(laboratory, laboratory.job(Task.Name.GATHER, "gather", PART, SHARDS)
                .with("delays", TaskInput.list(DELAYS_MS)));
        for (int shards : SHARDS) {
            for (int delayMs : DELAYS_MS) {
                double whole = measured.value(shards + "." + delayMs + ".whole");
                double slowest = measured.value(shards + "." + delayMs + ".slowest");
                sheet.row("gather, " + shards + " shards, " + delayMs + " ms", Numbers.duration(whole),
                        Numbers.times(whole / slowest) + " the slowest, " + Numbers.duration(slowest),
                        Target.atMost(whole / slowest, 1.3, "1.3 x the slowest"));
            }
        }
    }
}
