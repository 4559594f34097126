package dev.bailiwick.benchmarks;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;

/// Batches to aggregates in turn, again from the first after the last. To fill a store, when only what is in it afterwards
/// counts.
///
/// @param base the number of the first aggregate
record InTurn(int base, int aggregates, int batch, ExpectedVersion expected) {
    Workload workload(Requests requests) {
        return new Workload() {
            private int sent;

            @Override
            public int next() {
                int aggregate = base + sent % aggregates;
                sent++;
                return aggregate;
            }

            @Override
            public AppendRequest request(int aggregate) {
                return requests.batch(aggregate, expected, batch);
            }

            @Override
            public void written(int aggregate) {
            }
        };
    }
}
