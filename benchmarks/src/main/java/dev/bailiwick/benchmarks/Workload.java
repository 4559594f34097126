package dev.bailiwick.benchmarks;

import dev.bailiwick.store.AppendRequest;

/// What is appended, in which order. The first two methods are called by the thread that sends, the last by the one that
/// learns of the outcome.
interface Workload {
    /// The number of the next aggregate to write to.
    int next();

    AppendRequest request(int aggregate);

    void written(int aggregate);
}
