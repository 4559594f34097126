package dev.bailiwick.engine;

import dev.bailiwick.store.EventStore;
import java.util.List;
import java.util.Optional;

/// What an embedded store tells of itself in numbers. `docs/metrics.md` says what each means and when to worry.
///
/// The store counts for nobody in particular and needs no framework: whoever wants to know asks, as often as he likes. The module
/// `micrometer` hands everything to a registry of Micrometer.
///
/// Thread-safe; can be used until the store is closed, and after.
public final class EngineMetrics {
    private final StoreMetrics store;
    private final List<Metric> all;

    EngineMetrics(StoreMetrics store) {
        this.store = store;
        this.all = store.all();
    }

    /// The metrics of a store that [Bailiwick#open] returned; empty for any other.
    public static Optional<EngineMetrics> of(EventStore store) {
        return store instanceof Engine engine ? Optional.of(engine.metrics()) : Optional.empty();
    }

    /// Every metric, the same ones each time.
    public List<Metric> all() {
        return all;
    }

    /// What was written to one partition. There may be many thousands, so they are not among [#all].
    public PartitionWrites partition(int partition) {
        return store.partitions().of(partition);
    }

    /// The partitions to which most events were written in the last minutes, most first; no more than there were.
    public List<PartitionWrites> hottestPartitions(int count) {
        return store.heat().recent().hottest(count).stream().map(this::partition).toList();
    }
}
