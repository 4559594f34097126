package dev.bailiwick.benchmarks;

import java.util.ArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;

/// Threads that each do one thing after the other until the time is up.
final class OneInFlight {
    /// What one of the threads does over and over.
    interface Step {
        void run() throws Exception;
    }

    /// Makes the step of the thread with this number.
    interface Steps {
        Step of(int thread) throws Exception;
    }

    private OneInFlight() {
    }

    /// Lets the threads work, and returns how many operations a second they did.
    static double run(int count, ThreadFactory threads, double seconds, Steps steps)
            throws InterruptedException, ExecutionException {
        try (var executor = Executors.newThreadPerTaskExecutor(threads)) {
            var counts = new ArrayList<Future<Long>>();
            long startNs = System.nanoTime();
            var deadline = Deadline.inSeconds(seconds);
            for (int i = 0; i < count; i++) {
                int thread = i;
                counts.add(executor.submit(() -> repeat(steps.of(thread), deadline)));
            }
            long all = 0;
            for (var one : counts) {
                all += one.get();
            }
            return all * 1e9 / (System.nanoTime() - startNs);
        }
    }

    private static long repeat(Step step, Deadline deadline) throws Exception {
        long count = 0;
        while (!deadline.passed()) {
            step.run();
            count++;
        }
        return count;
    }
}
