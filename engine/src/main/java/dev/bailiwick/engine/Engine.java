package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.UnreadablePartitionMapException;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ShardRoutingException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/// The embedded store: finds the shard of a request and lets it decide. Reads run on the caller's thread. Thread-safe.
final class Engine implements EventStore {
    private final EngineOptions options;
    private final StoreDescriptor descriptor;
    private final ShardSet shards;
    private final EngineFeed feed;
    private volatile boolean closed;

    private Engine(EngineOptions options, StoreDescriptor descriptor, ShardSet shards, EngineFeed feed) {
        this.options = options;
        this.descriptor = descriptor;
        this.shards = shards;
        this.feed = feed;
    }

    static Engine open(Disk disk, EngineOptions options) {
        try {
            if (!StoreDescriptor.isThere(disk, options.directory())) {
                disk.createDirectories(options.directory());
            }
            var lock = StoreLock.take(options.directory());
            try {
                var descriptor = StoreDescriptor.openOrCreate(disk, options);
                var shards = ShardSet.open(disk, options, descriptor, lock);
                return new Engine(options, descriptor, shards, shards.feed());
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException | MalformedBytesException | UnreadablePartitionMapException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public RoutingRule routingRule() {
        checkOpen();
        return descriptor.routingRule();
    }

    @Override
    public PartitionMap partitionMap() {
        checkOpen();
        return descriptor.firstMap();
    }

    @Override
    public AppendResult append(AppendRequest request) {
        checkOpen();
        request.org(); // 9002 comes before all that follows
        return shardOf(request).perform(appending(request), options.appendWait());
    }

    @Override
    public CompletableFuture<AppendResult> appendAsync(AppendRequest request) {
        try {
            checkOpen();
            request.org();
            var work = appending(request);
            shardOf(request).submit(work);
            // Whatever the caller attaches runs on a thread of its own, never on the shard's, also if the append is refused.
            return work.answer().handleAsync((result, refusal) -> {
                if (refusal != null) {
                    throw new CompletionException(refusal);
                }
                return result;
            }, Thread::startVirtualThread);
        } catch (BailiwickException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static Work<AppendResult> appending(AppendRequest request) {
        return Work.of(request, desk -> desk.state().recall(request, desk.nowMs()).orElseGet(() -> {
            var decision = desk.state().decide(request);
            desk.stage(decision);
            return ShardState.resultOf(decision);
        }));
    }

    /// The one shard of all aggregates. A command that was executed before is found before it is refused for spanning shards.
    private Shard shardOf(AppendRequest request) {
        var byKey = new LinkedHashMap<AggregateKey, ShardIdentifier>();
        request.writes().forEach(write -> byKey.put(write.key(), shards.of(write.key()).id()));
        if (byKey.values().stream().distinct().count() > 1) {
            recallFromEach(request, byKey);
            throw new ShardRoutingException(byKey);
        }
        return shards.of(request.writes().getFirst().key());
    }

    /// Without moves a request that spans shards was never executed, but its command id may have been.
    private void recallFromEach(AppendRequest request, Map<AggregateKey, ShardIdentifier> byKey) {
        if (request.commandId().isPresent()) {
            byKey.keySet().forEach(key -> shards.of(key)
                    .perform(Work.of(desk -> desk.state().recall(request, desk.nowMs())), options.appendWait()));
        }
    }

    @Override
    public EventPage read(ReadRequest request) {
        checkOpen();
        var key = request.key();
        var stream = shards.of(key).index().stream(key).filter(found -> found.head().isLive())
                .orElseThrow(() -> new AggregateNotExistsException(key));
        try {
            return new PageReader(stream, shards.readerOf(key), request).read();
        } catch (UnreadableStoreException e) {
            checkOpen(); // closing took the file away
            throw e;
        }
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        checkOpen();
        return shards.of(key).index().stream(key).map(stream -> stream.head().details(key));
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        checkOpen();
        if (keepFromVersion < 1) {
            throw new InvalidRequestException("keep from version", "it is 1 or more, not " + keepFromVersion);
        }
        return shards.of(key).perform(Work.of(desk -> {
            desk.state().decideTrim(key, keepFromVersion).ifPresent(desk::stage);
            return desk.state().details(key);
        }), options.appendWait());
    }

    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        checkOpen();
        return shards.of(key).perform(Work.of(desk -> {
            desk.state().decideDelete(key, expected, recreation).ifPresent(desk::stage);
            return desk.state().details(key);
        }), options.appendWait());
    }

    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        checkOpen();
        return feed.subscribe(request, handler);
    }

    @Override
    public ListPage list(ListRequest request) {
        checkOpen();
        return new Listing(shards.indexes(), request).list();
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        checkOpen();
        var verification = new Verification(request, shards::partitionOf);
        for (var shard : shards.all()) {
            shard.perform(Work.of(desk -> new Snapshot(desk.state().heads(), desk.state().digests())),
                    options.appendWait())
                    .check(verification, shard, shards.readerOf(shard));
        }
        return verification.report();
    }

    private record Snapshot(Map<AggregateKey, Head> heads, Map<Integer, PartitionDigest> digests) {
        void check(Verification verification, Shard shard, LogReader reader) {
            verification.check(heads, digests, shard.index(), reader);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        feed.close();
        try {
            shards.close();
        } catch (IOException e) {
            throw new UnreadableStoreException("closing failed: " + e.getMessage());
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new StoreClosedException();
        }
    }
}
