package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Appends without waiting for each, for several window sizes and numbers of sending threads.
final class PipelinedTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        var population = new Population(input.number("aggregates"));
        try (var store = Stores.open(input)) {
            Stores.warmUp(store, input, population);
            for (int senders : input.numbers("senders")) {
                for (int window : input.numbers("levels")) {
                    var name = senders + "x" + window;
                    output.value(name + ".rate", rate(senders, sender -> {
                        var allocation = new Allocation();
                        long written = new Pipeline(store, window / senders).run(
                                new RandomWorkload(population, new Requests(), sender),
                                Deadline.inSeconds(input.number("seconds")).notPassed());
                        if (senders == 1) {
                            allocation.report(output, name + ".allocated", written);
                        }
                        return written;
                    }));
                }
            }
        }
    }

    private interface Sender {
        long send(int number);
    }

    private static double rate(int senders, Sender sender)
            throws InterruptedException, ExecutionException {
        long startNs = System.nanoTime();
        long written = 0;
        try (var executor = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            var counts = new ArrayList<Future<Long>>();
            for (int i = 0; i < senders; i++) {
                int number = i;
                counts.add(executor.submit(() -> sender.send(number)));
            }
            for (var count : counts) {
                written += count.get();
            }
        }
        return written * 1e9 / (System.nanoTime() - startNs);
    }
}
