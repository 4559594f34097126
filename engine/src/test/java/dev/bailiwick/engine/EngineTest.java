package dev.bailiwick.engine;

import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventStoreContract;
import dev.bailiwick.testkit.StoreSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The engine passes the whole contract: as it comes, and while it seals a segment every few changes, so that the sealed index
/// answers. Every routing rule on one, two and four shards, as for [EngineProperties]:
///
///     mvn -pl engine -am verify -Dtest='EngineTest*,*EngineProperties' -Dbailiwick.matrix=all \
///         -Dsurefire.failIfNoSpecifiedTests=false
class EngineTest {
    private static final int CHANGES = 3;

    static EngineOptions options(Path directory, StoreSetup setup) {
        return EngineOptions.at(directory).withShards(setup.shards()).withPartitions(setup.partitions())
                .withRoutingRule(setup.routingRule()).withClock(setup.clock()).withCommandWindow(setup.commandWindow())
                .withSegmentBytes(EngineOptions.MIN_SEGMENT_BYTES);
    }

    abstract static class OnDisk extends EventStoreContract {
        @TempDir
        Path directory = Path.of("");

        private final StoreSetup setup;
        private final AtomicInteger opened = new AtomicInteger();

        OnDisk(StoreSetup setup) {
            this.setup = setup;
        }

        @Override
        public StoreSetup setup() {
            return setup;
        }

        Path nextDirectory() {
            return directory.resolve("store-" + opened.incrementAndGet());
        }
    }

    static List<StoreSetup> usual() {
        return Matrix.orAll(StoreSetup.standard().withShards(2),
                StoreSetup.standard().withShards(1).withRoutingRule(RoutingRule.ORG_ID));
    }

    static List<StoreSetup> sealing() {
        return Matrix.orAll(StoreSetup.standard().withShards(2).withRoutingRule(RoutingRule.AGGREGATE_TYPE_ID));
    }

    @Nested
    @ParameterizedClass
    @MethodSource("dev.bailiwick.engine.EngineTest#usual")
    class AsItComes extends OnDisk {
        AsItComes(StoreSetup setup) {
            super(setup);
        }

        @Override
        protected EventStore open(StoreSetup wanted) {
            return Engine.open(new DelegatingDisk(), options(nextDirectory(), wanted));
        }
    }

    @Nested
    @ParameterizedClass
    @MethodSource("dev.bailiwick.engine.EngineTest#sealing")
    class SealingEveryFewChanges extends OnDisk {
        SealingEveryFewChanges(StoreSetup setup) {
            super(setup);
        }

        @Override
        protected EventStore open(StoreSetup wanted) {
            return Sealing.open(new DelegatingDisk(), options(nextDirectory(), wanted), CHANGES);
        }
    }
}
