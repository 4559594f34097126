package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
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

/// Does what a store that is right does, until a subclass does one thing wrong.
class ForwardingEventStore implements EventStore {
    final EventStore right;

    ForwardingEventStore(StoreSetup setup) {
        right = InMemoryEventStore.create(setup);
    }

    @Override
    public AppendResult append(AppendRequest request) {
        return right.append(request);
    }

    @Override
    public CompletableFuture<AppendResult> appendAsync(AppendRequest request) {
        try {
            return CompletableFuture.completedFuture(append(request));
        } catch (BailiwickException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public EventPage read(ReadRequest request) {
        return right.read(request);
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        return right.details(key);
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        return right.trim(key, keepFromVersion);
    }

    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        return right.delete(key, expected, recreation);
    }

    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        return right.subscribe(request, handler);
    }

    @Override
    public ListPage list(ListRequest request) {
        return right.list(request);
    }

    @Override
    public EraseReceipt erase(EraseRequest request) {
        return right.erase(request);
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        return right.verify(request);
    }

    @Override
    public RoutingRule routingRule() {
        return right.routingRule();
    }

    @Override
    public PartitionMap partitionMap() {
        return right.partitionMap();
    }

    @Override
    public void close() {
        right.close();
    }
}
