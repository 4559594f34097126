package dev.bailiwick.client;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/// The one thread of a client that does things later. Thread-safe.
final class Timer implements AutoCloseable {
    private final ScheduledThreadPoolExecutor executor;

    Timer() {
        executor = new ScheduledThreadPoolExecutor(1,
                Thread.ofPlatform().daemon().name("bailiwick-client-timer").factory());
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /// Once, unless the timer is closed before.
    void after(long nanos, Runnable task) {
        try {
            var unused = executor.schedule(task, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            task.run(); // closed: what is left to do is to come to an end
        }
    }

    void every(long nanos, Runnable task) {
        var unused = executor.scheduleWithFixedDelay(task, nanos, nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }
}
