package dev.bailiwick.server;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventStoreModelProperties;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import net.jqwik.api.lifecycle.AfterTry;

/// A store behind a client, a socket and a server does what the reference does, on random histories.
class RemoteStoreProperties extends EventStoreModelProperties {
    private final Remote remote = Remote.plain();

    @AfterTry
    void closeServers() {
        remote.close();
    }

    @Override
    protected EventStore open(StoreSetup setup) {
        return remote.to(served(setup), options -> options.withClock(setup.clock()));
    }

    EventStore served(StoreSetup setup) {
        return InMemoryEventStore.create(setup);
    }
}
