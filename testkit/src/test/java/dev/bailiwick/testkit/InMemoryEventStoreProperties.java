package dev.bailiwick.testkit;

import dev.bailiwick.store.EventStore;

/// The reference agrees with itself: what the harness observes depends on the history alone.
class InMemoryEventStoreProperties extends EventStoreModelProperties {
    @Override
    protected EventStore open(StoreSetup setup) {
        return InMemoryEventStore.create(setup);
    }
}
