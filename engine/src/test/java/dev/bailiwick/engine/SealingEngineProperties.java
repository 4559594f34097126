package dev.bailiwick.engine;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.StoreSetup;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Provide;

/// The same while a segment is sealed every few changes. In some histories the store is closed and opened all the time too, so
/// that heads and commands must be loaded from the sealed index. On a few setups, or as [EngineTest] says on all.
class SealingEngineProperties extends EngineProperties {
    private static final int CHANGES = 3;
    private static final int CALLS = 6;
    private static final int EVERY = 25;

    private int histories;

    @Override
    EventStore open(EngineOptions options) {
        return histories++ % EVERY == 0
                ? new RestartingStore(() -> Sealing.open(new DelegatingDisk(), options, CHANGES), CALLS)
                : Sealing.open(new DelegatingDisk(), options, CHANGES);
    }

    @Provide
    @Override
    protected Arbitrary<StoreSetup> setups() {
        return Arbitraries.of(Matrix.orAll(StoreSetup.standard().withShards(1),
                StoreSetup.standard().withShards(2).withRoutingRule(RoutingRule.ORG_ID)));
    }
}
