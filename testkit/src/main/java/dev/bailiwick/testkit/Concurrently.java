package dev.bailiwick.testkit;

import java.util.ArrayList;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Runs a task in several virtual threads that start together, and fails if one fails.
final class Concurrently {
    private static final long PATIENCE_SECONDS = 120;

    private Concurrently() {
    }

    interface Task {
        void run(int thread) throws Exception;
    }

    static void run(int threads, Task task) {
        var barrier = new CyclicBarrier(threads);
        var executor = Executors.newVirtualThreadPerTaskExecutor();
        try {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < threads; i++) {
                int thread = i;
                running.add(executor.submit(() -> {
                    barrier.await();
                    task.run(thread);
                    return thread;
                }));
            }
            for (var future : running) {
                future.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (ExecutionException e) {
            throw new AssertionError("a thread failed: " + e.getCause(), e.getCause());
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("a thread did not finish", e);
        } finally {
            executor.shutdownNow();
        }
    }
}
