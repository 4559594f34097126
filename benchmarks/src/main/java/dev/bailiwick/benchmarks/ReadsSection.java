package dev.bailiwick.benchmarks;

import java.util.List;

/// How fast whole streams are read.
final class ReadsSection implements Section {
    private static final String PART = "reads";
    private static final List<Integer> READERS = List.of(1, 64);

    @Override
    public String title() {
        return "reads: whole streams";
    }

    @Override
    public String explanation() {
        return """
                Streams of 10, 1,000 and 100,000 events of 256 bytes, written in batches of 1, 10 and 100 by turns, so that the
                events of a stream lie apart. *Cold*: one reader, each stream once, after the page cache was dropped. *Warm*: again
                and again, a random stream each time. *First and last page*: 1,000 events from the beginning and from the end of a
                stream of 100,000, in turn, warm.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * 3 * sizes.readEvents();
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        int events = laboratory.sizes().readEvents();
        try {
            sheet.part("reads", () -> {
                laboratory.workers()
                        .run(laboratory.job(Task.Name.FILL_STREAMS, "writing streams", PART).with("events", events));
                report(sheet, events, laboratory.workers()
                        .run(laboratory.job(Task.Name.READS, "reading streams", PART, READERS).with("events", events)));
            });
        } finally {
            laboratory.workspace().delete(PART);
        }
    }

    private static void report(Sheet sheet, int events, Measurements measured) {
        for (var streams : Streams.all()) {
            var length = "streams of " + Numbers.count(streams.length()) + " events";
            for (int readers : READERS) {
                sheet.row(length + ", warm, " + readers + (readers == 1 ? " reader" : " readers"),
                        Numbers.perSecond(measured.value(streams.length() + ".warm." + readers)),
                        "events a second, " + Numbers.count(streams.count(events)) + " streams");
            }
            sheet.row(length + ", cold, 1 reader", Numbers.perSecond(measured.value(streams.length() + ".cold")),
                    "events a second");
        }
        sheet.row("first page, p50", Numbers.duration(measured.value("firstPage.p50")),
                measured.distribution("firstPage"));
        sheet.row("last page, p50", Numbers.duration(measured.value("lastPage.p50")),
                measured.distribution("lastPage"));
        double ratio = measured.value("lastPage.p50") / measured.value("firstPage.p50");
        sheet.row("last page / first page, p50", Numbers.times(ratio), "", Target.atMost(ratio, 1.25, "1.25 x"));
        Cold.note(measured, sheet);
    }
}
