package dev.bailiwick.server;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventEraserContract;
import dev.bailiwick.testkit.EventStoreContract;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// A store behind a client, a socket and a server passes the whole contract.
class RemoteStoreTest {

    static EngineOptions options(Path directory, StoreSetup setup) {
        return EngineOptions.at(directory).withShards(setup.shards()).withPartitions(setup.partitions())
                .withRoutingRule(setup.routingRule()).withClock(setup.clock()).withCommandWindow(setup.commandWindow())
                .withSegmentBytes(16 << 20).withMemoryBytes(128 << 20);
    }

    abstract static class OverASocket extends EventStoreContract {
        private final Remote remote = remote();

        Remote remote() {
            return Remote.plain();
        }

        abstract EventStore served(StoreSetup setup);

        @Override
        protected EventStore open(StoreSetup setup) {
            return remote.to(served(setup), options -> options.withClock(setup.clock()));
        }

        @AfterEach
        final void closeServers() {
            remote.close();
        }
    }

    @Nested
    class InMemoryInTheClear extends OverASocket {
        @Override
        EventStore served(StoreSetup setup) {
            return InMemoryEventStore.create(setup);
        }
    }

    abstract static class OnDisk extends OverASocket {
        @TempDir
        private Path directory = Path.of("");

        private final AtomicInteger opened = new AtomicInteger();

        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(2);
        }

        @Override
        EventStore served(StoreSetup setup) {
            return Bailiwick.open(options(directory.resolve("store-" + opened.incrementAndGet()), setup));
        }
    }

    @Nested
    class OnDiskInTheClear extends OnDisk {}

    @Nested
    class OnDiskWithCertificatesOnBothSidesAndAServerThatAsksWhoCalls extends OnDisk {
        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(1);
        }

        @Override
        Remote remote() {
            return Remote.guarded();
        }
    }

    @Nested
    class InMemoryEncryptedWithCertificatesOnBothSides extends OverASocket {
        @Override
        public StoreSetup setup() {
            return StoreSetup.standard().withShards(1).withRoutingRule(RoutingRule.ORG_ID);
        }

        @Override
        Remote remote() {
            var certificates = TestCertificates.get();
            return new Remote(options -> options.withTls(certificates.server()),
                    options -> options.withTls(certificates.client()).withConnections(2));
        }

        @Override
        EventStore served(StoreSetup setup) {
            return InMemoryEventStore.create(setup);
        }
    }

    @Nested
    class Erasing extends EventEraserContract {
        @TempDir
        private Path directory = Path.of("");

        private final Remote remote = Remote.plain();

        @Override
        protected EventStore open(StoreSetup setup) {
            return remote.to(Bailiwick.open(options(directory.resolve("store"), setup)),
                    options -> options.withClock(setup.clock()));
        }

        @AfterEach
        final void closeServers() {
            remote.close();
        }
    }
}
