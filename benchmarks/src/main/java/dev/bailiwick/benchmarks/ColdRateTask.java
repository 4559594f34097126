package dev.bailiwick.benchmarks;

/// Appends to aggregates that nobody touched since the caches were dropped, each once, many in flight.
final class ColdRateTask implements Task {
    private static final int WINDOW = 4_096;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        int appends = input.number("appends");
        Stores.warmUp(input);
        try (var store = Stores.open(input)) {
            var device = BlockDevice.of(input.path("directory"));
            output.value("quiet", Quiet.await(output, input.number("quietSeconds")) ? 1 : 0);
            output.value("dropped", PageCache.drop());
            double readsBefore = device.map(BlockDevice::completedReads).map(Double::valueOf).orElse(Double.NaN);
            long startNs = System.nanoTime();
            new Pipeline(store, WINDOW).run(new OnceEach(input.number("aggregates"), 0, new Requests()), sent -> {
                output.progress(sent, appends);
                return sent < appends;
            });
            output.value("rate", appends * 1e9 / (System.nanoTime() - startNs));
            double reads = device.map(BlockDevice::completedReads).map(Double::valueOf).orElse(Double.NaN)
                    - readsBefore;
            output.value("reads", reads / appends);
        }
    }
}
