package dev.bailiwick.benchmarks;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;

/// Puts events into a store before something is measured.
final class Filling {
    private static final int WINDOW = 2_048;
    private static final int BATCH_WINDOW = 64;
    private static final int PROGRESS_EVERY = 1_024;

    private Filling() {
    }

    /// The first event of each of the aggregates from `first` to before `end`.
    static void firstEvents(EventStore store, int first, int end, TaskOutput output) {
        appends(store, new InTurn(first, end - first, 1, ExpectedVersion.noStream()), end - first, output);
    }

    /// So many appends.
    static void appends(EventStore store, InTurn turns, int count, TaskOutput output) {
        new Pipeline(store, turns.batch() == 1 ? WINDOW : BATCH_WINDOW).run(turns.workload(new Requests()), sent -> {
            if (sent % PROGRESS_EVERY == 0) {
                output.progress(sent, count);
            }
            return sent < count;
        });
    }
}
