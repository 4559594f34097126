package dev.bailiwick.engine;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventStoreContract;
import dev.bailiwick.testkit.StoreSetup;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// The engine passes the whole contract.
class EngineTest {
    static EngineOptions options(Path directory, StoreSetup setup) {
        return EngineOptions.at(directory).withShards(setup.shards()).withPartitions(setup.partitions())
                .withRoutingRule(setup.routingRule()).withClock(setup.clock()).withCommandWindow(setup.commandWindow())
                .withSegmentBytes(EngineOptions.MIN_SEGMENT_BYTES);
    }

    abstract static class OnDisk extends EventStoreContract {
        @TempDir
        Path directory = Path.of("");

        private final AtomicInteger opened = new AtomicInteger();

        @Override
        protected EventStore open(StoreSetup setup) {
            return Bailiwick.open(options(directory.resolve("store-" + opened.incrementAndGet()), setup));
        }
    }

    @Nested
    class OnTwoShardsByAggregate extends OnDisk {
        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(2);
        }
    }

    @Nested
    class OnOneShardByOrg extends OnDisk {
        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(1).withRoutingRule(RoutingRule.ORG_ID);
        }
    }
}
