package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/// A store that is closed and opened again every few calls. For one thread.
final class RestartingStore implements EventStore {
    private final Supplier<EventStore> opening;
    private final int callsEach;
    private EventStore store;
    private int calls;

    RestartingStore(Supplier<EventStore> opening, int callsEach) {
        this.opening = opening;
        this.callsEach = callsEach;
        this.store = opening.get();
    }

    private EventStore store() {
        if (++calls % callsEach == 0) {
            store.close();
            store = opening.get();
        }
        return store;
    }

    @Override
    public RoutingRule routingRule() {
        return store().routingRule();
    }

    @Override
    public PartitionMap partitionMap() {
        return store().partitionMap();
    }

    @Override
    public AppendResult append(AppendRequest request) {
        return store().append(request);
    }

    @Override
    public CompletableFuture<AppendResult> appendAsync(AppendRequest request) {
        return store().appendAsync(request);
    }

    @Override
    public EventPage read(ReadRequest request) {
        return store().read(request);
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        return store().details(key);
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        return store().trim(key, keepFromVersion);
    }

    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        return store().delete(key, expected, recreation);
    }

    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        return store().subscribe(request, handler);
    }

    @Override
    public ListPage list(ListRequest request) {
        return store().list(request);
    }

    @Override
    public EraseReceipt erase(EraseRequest request) {
        return store().erase(request);
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        return store().verify(request);
    }

    @Override
    public void close() {
        store.close();
    }
}
