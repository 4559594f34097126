package dev.bailiwick.testkit;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.EventStore;
import org.junit.jupiter.api.Nested;

/// The reference store passes the whole contract, on other shards and rules too.
class InMemoryEventStoreTest {
    abstract static class InMemory extends EventStoreContract {
        @Override
        protected EventStore open(StoreSetup setup) {
            return InMemoryEventStore.create(setup);
        }
    }

    @Nested
    class OnFourShardsByAggregate extends InMemory {}

    @Nested
    class OnOneShardByOrg extends InMemory {
        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(1).withRoutingRule(RoutingRule.ORG_ID);
        }
    }

    @Nested
    class OnTwoShardsByType extends InMemory {
        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(2).withRoutingRule(RoutingRule.AGGREGATE_TYPE_ID);
        }
    }

    @Nested
    class Erasing extends EventEraserContract {
        @Override
        protected EventStore open(StoreSetup setup) {
            return InMemoryEventStore.create(setup);
        }
    }
}
