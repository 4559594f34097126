package dev.bailiwick.benchmarks;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ShardBusyException;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;

/// Appends with a bounded number of requests in flight. Looks at the oldest first, which costs nothing when it is done
/// already, and needs no callback for each. Used by one thread.
final class Pipeline {
    private static final long BACK_OFF_NANOS = 50_000;

    private final EventStore store;
    private final int window;
    private final ArrayDeque<InFlight> inFlight = new ArrayDeque<>();
    private long written;

    private record InFlight(int aggregate, CompletableFuture<AppendResult> result) {}

    Pipeline(EventStore store, int window) {
        this.store = store;
        this.window = window;
    }

    /// Sends as long as `goOn` agrees, which is asked with the number sent so far, then waits for the rest.
    ///
    /// @return how many were written
    long run(Workload workload, LongPredicate goOn) {
        written = 0;
        for (long sent = 0; goOn.test(sent); sent++) {
            if (inFlight.size() == window) {
                awaitOldest(workload);
            }
            send(workload);
        }
        while (!inFlight.isEmpty()) {
            awaitOldest(workload);
        }
        return written;
    }

    private void send(Workload workload) {
        int aggregate = workload.next();
        AppendRequest request = workload.request(aggregate);
        var result = store.appendAsync(request);
        while (isBusy(result)) {
            backOff(workload);
            result = store.appendAsync(request);
        }
        inFlight.add(new InFlight(aggregate, result));
    }

    /// A busy shard has work in hand, so waiting for some of it is the right pace.
    private void backOff(Workload workload) {
        if (inFlight.isEmpty()) {
            LockSupport.parkNanos(BACK_OFF_NANOS);
        } else {
            awaitOldest(workload);
        }
    }

    private void awaitOldest(Workload workload) {
        var oldest = inFlight.remove();
        oldest.result().join();
        workload.written(oldest.aggregate());
        written++;
    }

    static boolean isBusy(CompletableFuture<AppendResult> result) {
        return result.isCompletedExceptionally() && result.exceptionNow() instanceof ShardBusyException;
    }
}
