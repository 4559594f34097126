package dev.bailiwick.examples;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventStoreContract;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;

// snippet: own-store
class OwnStoreTest extends EventStoreContract {
    @Override
    protected EventStore open(StoreSetup setup) {
        return InMemoryEventStore.create(setup); // your store here
    }
}
// end
