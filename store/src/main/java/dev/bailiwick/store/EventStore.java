package dev.bailiwick.store;

import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;

/// A store of event streams, one for each [dev.bailiwick.placement.AggregateKey].
///
/// What it acknowledges is on stable storage, unless it was opened with a weaker durability by name. What it shows, through
/// reads, feeds or refusals, is durable too. Thread-safe; blocking methods suit virtual threads.
public interface EventStore
        extends
            EventAppender,
            EventReader,
            AggregateLifecycle,
            EventFeed,
            AggregateCatalogue,
            IntegrityVerifier,
            EventEraser,
            AutoCloseable {

    /// Which part of a key decides the placement; fixed when the store was created.
    RoutingRule routingRule();

    /// Which shard owns which partition now.
    PartitionMap partitionMap();

    /// Stops taking work, finishes what was accepted, ends the subscriptions and releases everything. Afterwards every
    /// method fails with 12000 `StoreClosed`. Closing twice does nothing.
    @Override
    void close();
}
