package dev.bailiwick.benchmarks;

import java.util.List;
import java.util.Locale;

/// Appends and reads side by side.
final class MixedSection implements Section {
    private static final List<Integer> CLIENTS = List.of(64, 256, 1_024);
    private static final int LOAD_PERCENT = 50;
    private static final int SETTLE_SECONDS = 10;

    @Override
    public String title() {
        return "mixed: appends and reads side by side";
    }

    @Override
    public String explanation() {
        return """
                45 % appends to one aggregate, 5 % to two to five aggregates of one shard, 25 % reads of hot and 25 % of cold
                aggregates (the newest 20 events). Appends and hot reads choose by a Zipf distribution with exponent 0.99, cold reads
                evenly. An aggregate with an append in flight is not chosen for another one, so no append fails. First as fast
                as virtual threads with one operation in flight each can go; then on a schedule at half of the best rate, where
                latency counts from when an operation was due. The first ten seconds of the schedule do not count.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * (sizes.mixedAggregates() + sizes.seconds() * 1_500_000L);
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("mixed", () -> {
            var measured = laboratory.once(laboratory.job(Task.Name.MIXED, "mixed load", "mixed", CLIENTS)
                    .with("aggregates", laboratory.sizes().mixedAggregates()).with("loadPercent", LOAD_PERCENT)
                    .with("settleSeconds", SETTLE_SECONDS), "mixed");
            for (int clients : CLIENTS) {
                sheet.row("closed loop, " + Numbers.count(clients) + " clients",
                        Numbers.perSecond(measured.value(clients + ".rate")),
                        "over " + Numbers.count(laboratory.sizes().mixedAggregates()) + " aggregates");
            }
            sheet.row("open loop, all kinds", Numbers.perSecond(measured.value("open.perSecond")),
                    LOAD_PERCENT + " % of the best rate above");
            for (var kind : MixedLoad.Kind.values()) {
                var name = kind.name().toLowerCase(Locale.ROOT);
                sheet.row("open loop, " + name.replace('_', ' ') + ", p99",
                        Numbers.duration(measured.value(name + ".p99")),
                        Numbers.perSecond(measured.value(name + ".count") / measured.value("open.seconds")) + "; "
                                + measured.distribution(name));
            }
            Cold.note(measured, sheet);
        });
    }
}
