package dev.bailiwick.testkit;

import dev.bailiwick.store.EventStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;

/// Every sentence of the store's contract as a test. An implementation inherits this class, says how to open a store, and
/// overrides [#setup] to run the whole suite on other shard counts and routing rules.
///
/// Tests may run in parallel, each with stores of its own. Nothing is ever skipped: a store that cannot do something fails, and
/// so does one that lets a test wait for minutes.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class EventStoreContract
        implements
            AppendContract,
            RoutingContract,
            ExpectationContract,
            IdempotencyContract,
            ReadContract,
            LifecycleContract,
            FeedContract,
            SubscriptionContract,
            CatalogueContract,
            IntegrityContract,
            ClosingContract {

    private final SettableClock clock = new SettableClock(Instant.parse("2026-01-01T00:00:00Z"));
    private final List<EventStore> opened = new ArrayList<>();

    protected EventStoreContract() {
    }

    /// A new, empty store as the setup says, its clock included.
    protected abstract EventStore open(StoreSetup setup);

    @Override
    public StoreSetup setup() {
        return StoreSetup.standard();
    }

    @Override
    public final synchronized EventStore store() {
        return opened.isEmpty() ? store(setup()) : opened.getFirst();
    }

    @Override
    public final synchronized EventStore store(StoreSetup wanted) {
        var store = open(wanted.withClock(clock));
        opened.add(store);
        return store;
    }

    @Override
    public final SettableClock clock() {
        return clock;
    }

    @AfterEach
    final synchronized void closeStores() {
        opened.forEach(EventStore::close);
    }
}
