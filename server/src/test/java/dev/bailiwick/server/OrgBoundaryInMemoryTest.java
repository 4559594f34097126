package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.InMemoryEventStore;

class OrgBoundaryInMemoryTest extends OrgBoundaryContract {
    @Override
    EventStore open() {
        return InMemoryEventStore.create();
    }
}
