package dev.bailiwick.benchmarks;

/// Whether memory stays within its budget however many aggregates there are.
final class MemorySection implements Section {
    private static final int MEMORY_MEGABYTES = 128;
    private static final int HEAP_MEGABYTES = 1_024;

    @Override
    public String title() {
        return "memory: resident whatever the number of aggregates";
    }

    @Override
    public String explanation() {
        return """
                One event to each of more and more aggregates, some reads, a collection, then the anonymous resident memory of the
                process (RssAnon) with a heap of fixed size that was touched from the start. A process that kept something for
                each aggregate on its heap would not show there, so *live* counts the heap only as far as it is in use: resident
                memory, minus the heap, plus what the collection left. The most that was resident on the way, looked at ten times a
                second, stands beside it.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * sizes.coldAggregates();
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        var levels = laboratory.sizes().memoryAggregates();
        sheet.part("memory", () -> {
            var measured = laboratory.once(laboratory.job(Task.Name.MEMORY, "memory", "memory", levels)
                    .with("memoryMegabytes", MEMORY_MEGABYTES).flag("-Xms" + HEAP_MEGABYTES + "m")
                    .flag("-Xmx" + HEAP_MEGABYTES + "m"), "memory");
            for (int aggregates : levels) {
                sheet.row("resident after " + Numbers.count(aggregates) + " aggregates",
                        Numbers.megabytes(measured.value(aggregates + ".resident")),
                        "at most " + Numbers.megabytes(measured.value(aggregates + ".most")) + " on the way; live "
                                + Numbers.megabytes(measured.value(aggregates + ".live")) + ", of which heap "
                                + Numbers.megabytes(measured.value(aggregates + ".heapUsed")));
            }
            growth(sheet, "resident", measured, levels.getFirst(), levels.getLast());
            growth(sheet, "live", measured, levels.getFirst(), levels.getLast());
            growth(sheet, "most", measured, levels.getFirst(), levels.getLast());
            sheet.note("Budget of the store " + MEMORY_MEGABYTES + " MiB, heap " + HEAP_MEGABYTES + " MiB.");
            if (laboratory.settings().scale() != Scale.FULL) {
                sheet.note(
                        "The target is about 1, 5 and 10 million aggregates; these are fewer. Run with --full for those.");
            }
        });
    }

    private static void growth(Sheet sheet, String kind, Measurements measured, int first, int last) {
        double ratio = measured.value(last + "." + kind) / measured.value(first + "." + kind);
        sheet.row(kind + ", the last / the first", Numbers.percent(ratio), "", Target.atMost(ratio, 1.1, "110 %"));
    }
}
