package dev.bailiwick.benchmarks;

/// What an event takes on disk.
final class SizeSection implements Section {
    private static final String PART = "size";
    private static final int EVENTS_PER_AGGREGATE = 100;

    @Override
    public String title() {
        return "size: bytes on disk for each event";
    }

    @Override
    public String explanation() {
        return """
                Events of 256 bytes, appended one by one and in batches of 10 and 100 with a command id each, a hundred for each
                aggregate; then the store is closed and its directory looked at. *In use* are the bytes of all files up to the last
                that is not zero, and *log* those of files named `.log`: files are written with zeros before they are filled, so the
                last ones have room left, and stores that are this small have much of it. `du` and the apparent size count that
                room too.""";
    }

    @Override
    public long diskBytes(Sizes sizes) {
        return BYTES_FOR_FILES + BYTES_PER_EVENT * sizes.sizeEvents();
    }

    @Override
    public void measure(Laboratory laboratory, Sheet sheet) throws InterruptedException {
        sheet.part("alone", () -> measure(laboratory, sheet, 1, "one event an append", 300));
        sheet.part("batches of 10", () -> measure(laboratory, sheet, 10, "batches of 10", 100));
        sheet.part("batches of 100", () -> measure(laboratory, sheet, 100, "batches of 100", 100));
    }

    private static void measure(Laboratory laboratory, Sheet sheet, int batch, String how, int overhead)
            throws InterruptedException {
        int events = laboratory.sizes().sizeEvents();
        try {
            laboratory.workers()
                    .run(laboratory.job(Task.Name.FILL, "filling " + how, PART)
                            .with("aggregates", Math.max(1, events / EVENTS_PER_AGGREGATE)).with("events", events)
                            .with("batch", batch));
            var usage = DiskUsage.of(laboratory.workspace().part(PART));
            double used = (double) usage.used() / events;
            sheet.row(how + ", in use", Numbers.bytes(used),
                    "payload + " + Numbers.count(used - Requests.PAYLOAD_BYTES) + "; log alone "
                            + Numbers.bytes((double) usage.usedByLog() / events) + ", du "
                            + Numbers.bytes((double) usage.allocated() / events) + ", apparent "
                            + Numbers.bytes((double) usage.apparent() / events) + ", over " + Numbers.count(events)
                            + " events",
                    Target.atMost(used, Requests.PAYLOAD_BYTES + overhead, "payload + " + overhead));
        } finally {
            laboratory.workspace().delete(PART);
        }
    }
}
