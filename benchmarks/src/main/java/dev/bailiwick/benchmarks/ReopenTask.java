package dev.bailiwick.benchmarks;

import dev.bailiwick.store.ExpectedVersion;

/// Opens a store that is there and appends once.
final class ReopenTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        output.value("dropped", PageCache.drop());
        long startNs = System.nanoTime();
        try (var store = Stores.open(input)) {
            long openedNs = System.nanoTime();
            store.append(new Requests().one(0, ExpectedVersion.exists()));
            output.value("open", openedNs - startNs);
            output.value("firstAppend", System.nanoTime() - openedNs);
        }
    }
}
