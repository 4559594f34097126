package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ReadRequest;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;

/// Whole streams, from the first page to the last, cold and warm; and single pages from the beginning and the end of a long
/// stream.
final class ReadsTask implements Task {
    private static final int PAGE_EVENTS = 1_000;

    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        int events = input.number("events");
        int seconds = input.number("seconds");
        try (var store = Stores.open(input)) {
            // The code warms up on the longest streams, the files become cold again.
            rate(store, Streams.LONG, events, 1, seconds);
            boolean dropped = PageCache.drop();
            output.value("dropped", dropped);
            for (var streams : Streams.all()) {
                if (dropped && PageCache.drop()) {
                    output.value(streams.length() + ".cold", coldRate(store, streams, events, seconds));
                }
            }
            for (var streams : Streams.all()) {
                for (int readers : input.numbers("levels")) {
                    rate(store, streams, events, readers, seconds);
                    output.value(streams.length() + ".warm." + readers, rate(store, streams, events, readers, seconds));
                }
            }
            pages(store, seconds, output);
        }
    }

    private static double rate(EventStore store, Streams streams, int events, int readers, double seconds)
            throws Exception {
        var read = new LongAdder();
        long startNs = System.nanoTime();
        OneInFlight.run(readers, Thread.ofVirtual().factory(), seconds, reader -> {
            var random = new SplittableRandom(reader);
            return () -> read.add(readWhole(store, streams, random.nextInt(streams.count(events))));
        });
        return read.sum() * 1e9 / (System.nanoTime() - startNs);
    }

    /// Each stream at most once, since the second time it would not be cold.
    private static double coldRate(EventStore store, Streams streams, int events, double seconds) {
        int count = streams.count(events);
        var order = new OnceEach(count, 0, new Requests());
        var deadline = Deadline.inSeconds(seconds);
        long startNs = System.nanoTime();
        long read = 0;
        for (int i = 0; i < count && !deadline.passed(); i++) {
            read += readWhole(store, streams, order.next());
        }
        return read * 1e9 / (System.nanoTime() - startNs);
    }

    private static long readWhole(EventStore store, Streams streams, int number) {
        long read = 0;
        var next = Optional.of(ReadRequest.of(Population.key(streams.aggregate(number))));
        while (next.isPresent()) {
            var page = store.read(next.get());
            read += page.events().size();
            next = page.next();
        }
        if (read != streams.length()) {
            throw new IllegalStateException("a stream of " + streams.length() + " events had " + read);
        }
        return read;
    }

    private static void pages(EventStore store, double seconds, TaskOutput output) {
        var first = ReadRequest.of(Population.key(Streams.LONG.aggregate(0))).limit(PAGE_EVENTS).from(1);
        var last = first.from(Streams.LONG.length() - PAGE_EVENTS + 1L);
        var firstLatencies = new Latencies();
        var lastLatencies = new Latencies();
        var deadline = Deadline.inSeconds(seconds);
        while (!deadline.passed()) {
            time(store, first, firstLatencies);
            time(store, last, lastLatencies);
        }
        firstLatencies.report(output, "firstPage");
        lastLatencies.report(output, "lastPage");
    }

    private static void time(EventStore store, ReadRequest request, Latencies latencies) {
        long startNs = System.nanoTime();
        int events = store.read(request).events().size();
        latencies.record(System.nanoTime() - startNs);
        if (events != PAGE_EVENTS) {
            throw new IllegalStateException("a page of " + PAGE_EVENTS + " events had " + events);
        }
    }
}
