package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntFunction;

/// The shards of a store, what they share, and which of them owns what.
final class ShardSet {
    private final Routing routing;
    private final StoreLock lock;
    private final EngineFeed feed;
    private final PartitionMeter partitionMeter;
    private final MemoryShares shares;
    private final Threads threads = Threads.start();
    private final IndexMemory indexMemory;
    private final HeapTrimming trimming;
    private final Map<ShardIdentifier, Shard> shards = new TreeMap<>();
    private final List<SealedIndex> indexes = new ArrayList<>();
    private final Shard[] ofPartition;

    private ShardSet(StoreDescriptor descriptor, StoreLock lock, AtomicLongArray lastSequences, MemoryShares shares,
            boolean pastMemory) {
        this.routing = new Routing(descriptor.routingRule(), descriptor.firstMap());
        this.lock = lock;
        this.partitionMeter = new PartitionMeter(lastSequences);
        this.shares = shares;
        this.feed = new EngineFeed(descriptor.storeId(), routing, lastSequences);
        this.indexMemory = new IndexMemory(shares.cacheBytes(), pastMemory);
        this.trimming = HeapTrimming.start();
        this.ofPartition = new Shard[routing.partitionCount()];
    }

    static ShardSet open(Disk disk, EngineOptions options, StoreDescriptor descriptor, StoreLock lock,
            IntFunction<MemoryShares> sharesOf) throws IOException {
        var lastSequences = new AtomicLongArray(descriptor.firstMap().partitionCount());
        var shares = sharesOf.apply(descriptor.shards());
        var set = new ShardSet(descriptor, lock, lastSequences, shares,
                PastMemory.isPossible(StoreDescriptor.pathIn(options.directory())));
        var openings = new ArrayList<CompletableFuture<Shard>>();
        try {
            for (var id : descriptor.firstMap().shards()) {
                var identity = new LogIdentity(descriptor.storeId(), id);
                var opening = new ShardOpening(disk, options, identity, set.routing, set.threads, shares);
                openings.add(CompletableFuture.supplyAsync(() -> set.open(opening, lastSequences),
                        set.threads.loading()));
            }
            for (var opening : openings) {
                set.add(join(opening));
            }
        } catch (IOException | RuntimeException e) {
            set.abandon(openings);
            throw e;
        }
        set.feed.start();
        set.shards.values().forEach(Shard::start);
        return set;
    }

    Shard of(AggregateKey key) {
        return ofPartition[routing.partitionOf(key)];
    }

    Shard ofPartition(int partition) {
        return ofPartition[partition];
    }

    int partitionOf(AggregateKey key) {
        return routing.partitionOf(key);
    }

    List<Shard> all() {
        return List.copyOf(shards.values());
    }

    List<ShardView> views() {
        return shards.values().stream().map(Shard::view).toList();
    }

    Routing routing() {
        return routing;
    }

    EngineFeed feed() {
        return feed;
    }

    PartitionMeter partitionMeter() {
        return partitionMeter;
    }

    MemoryShares shares() {
        return shares;
    }

    /// Closes what was opened when not everything could be.
    private void abandon(List<CompletableFuture<Shard>> openings) throws IOException {
        threads.close();
        openings.stream().filter(opening -> !opening.isCompletedExceptionally()).map(CompletableFuture::join)
                .forEach(this::add);
        close();
    }

    /// Shards first, since they still need the rest; the memory of the indexes last, since they live in it.
    void close() throws IOException {
        for (var shard : shards.values()) {
            shard.close();
        }
        threads.close();
        for (var shard : shards.values()) {
            shard.reader().close();
        }
        trimming.close();
        indexes.forEach(SealedIndex::close);
        indexMemory.close();
        lock.close();
    }

    private Shard open(ShardOpening opening, AtomicLongArray lastSequences) {
        try {
            var index = opening.openIndex(indexMemory);
            synchronized (indexes) {
                indexes.add(index);
            }
            return opening.open(lastSequences, feed, partitionMeter);
        } catch (IOException e) {
            throw new CompletionException(e);
        }
    }

    private static Shard join(CompletableFuture<Shard> opening) throws IOException {
        try {
            return opening.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    private void add(Shard shard) {
        shards.put(shard.id(), shard);
        routing.map().partitionsOf(shard.id()).forEach(partition -> ofPartition[partition] = shard);
    }
}
