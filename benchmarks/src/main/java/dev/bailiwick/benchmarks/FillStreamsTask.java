package dev.bailiwick.benchmarks;

import dev.bailiwick.store.ExpectedVersion;

/// Writes the streams that are read afterwards.
final class FillStreamsTask implements Task {
    @Override
    public void run(TaskInput input, TaskOutput output) throws Exception {
        try (var store = Stores.open(input)) {
            for (var streams : Streams.all()) {
                int count = streams.count(input.number("events"));
                Filling.appends(store, new InTurn(streams.base(), count, streams.batch(), ExpectedVersion.any()),
                        count * (streams.length() / streams.batch()), output);
            }
        }
    }
}
