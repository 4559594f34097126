package dev.bailiwick.benchmarks;

import dev.bailiwick.store.ExpectedVersion;

/// Fills a store and closes it; or, to be killed, goes on writing until that happens.
final class FillTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        int aggregates = input.number("aggregates");
        int batch = input.number("batch");
        try (var store = Stores.open(input)) {
            Filling.appends(store, new InTurn(0, aggregates, batch, ExpectedVersion.any()),
                    input.number("events") / batch,
                    output);
            output.ready();
            if (input.flag("untilKilled")) {
                Filling.appends(store, new InTurn(0, aggregates, batch, ExpectedVersion.any()), Integer.MAX_VALUE,
                        output);
            }
        }
    }
}
