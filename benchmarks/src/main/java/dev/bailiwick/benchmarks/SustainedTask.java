package dev.bailiwick.benchmarks;

import dev.bailiwick.store.AppendRequest;

/// Appends a number of events as fast as they go, and compares the first tenth with the last.
final class SustainedTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        Stores.warmUp(input);
        int events = input.number("events");
        var population = new Population(input.number("aggregates"));
        try (var store = Stores.open(input)) {
            int window = input.number("window");
            var tenths = new Tenths(new RandomWorkload(population, new Requests(), 5), events, output);
            // A window more than is counted, so that the last tenth is not a mere emptying of the pipeline.
            new Pipeline(store, window).run(tenths, sent -> sent < (long) events + window);
            output.value("rate", tenths.rate());
            output.value("first.rate", tenths.rate(0));
            output.value("last.rate", tenths.rate(9));
        }
    }

    /// Notes when each tenth was written. Used by one thread.
    private static final class Tenths implements Workload {
        private final Workload inner;
        private final int tenth;
        private final int events;
        private final TaskOutput output;
        private final long[] boundariesNs = new long[11];
        private int written;

        Tenths(Workload inner, int events, TaskOutput output) {
            this.inner = inner;
            this.tenth = events / 10;
            this.events = events;
            this.output = output;
            boundariesNs[0] = System.nanoTime();
        }

        @Override
        public int next() {
            return inner.next();
        }

        @Override
        public AppendRequest request(int aggregate) {
            return inner.request(aggregate);
        }

        @Override
        public void written(int aggregate) {
            inner.written(aggregate);
            written++;
            if (written % tenth == 0 && written / tenth < boundariesNs.length) {
                boundariesNs[written / tenth] = System.nanoTime();
            }
            if (written % 4_096 == 0) {
                output.progress(written, events);
            }
        }

        double rate() {
            return 10 * tenth * 1e9 / (boundariesNs[10] - boundariesNs[0]);
        }

        double rate(int number) {
            return tenth * 1e9 / (boundariesNs[number + 1] - boundariesNs[number]);
        }
    }
}
