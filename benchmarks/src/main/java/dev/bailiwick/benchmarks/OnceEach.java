package dev.bailiwick.benchmarks;

import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;

/// Visits the numbers below `size` in an order that looks random, none twice: steps of a fixed width that has no divisor in
/// common with the size.
final class OnceEach implements Workload {
    private final int size;
    private final int step;
    private final Requests requests;
    private long at;

    /// @param skip how many of the order to leave out at its beginning, because somebody else visited them
    OnceEach(int size, int skip, Requests requests) {
        this.size = size;
        this.step = step(size);
        this.requests = requests;
        this.at = skip;
    }

    private static int step(int size) {
        int step = Math.max(1, (int) (size * 0.6180339887));
        while (greatestCommonDivisor(step, size) != 1) {
            step++;
        }
        return step;
    }

    private static int greatestCommonDivisor(int a, int b) {
        return b == 0 ? a : greatestCommonDivisor(b, a % b);
    }

    @Override
    public int next() {
        return (int) (at++ * step % size);
    }

    /// The second event of the aggregate.
    @Override
    public AppendRequest request(int aggregate) {
        return requests.one(aggregate, ExpectedVersion.exactly(1));
    }

    @Override
    public void written(int aggregate) {
    }
}
