package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.spi.MalformedBytesException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The shards of a store with their logs and readers, and which of them owns what.
final class ShardSet {
    private final StoreDescriptor descriptor;
    private final StoreLock lock;
    private final Map<ShardIdentifier, Shard> shards = new TreeMap<>();
    private final Map<ShardIdentifier, LogReader> readers = new TreeMap<>();
    private final List<PartitionIndex> partitions = new ArrayList<>();
    private final EngineFeed feed;

    private ShardSet(Disk disk, EngineOptions options, StoreDescriptor descriptor, StoreLock lock) {
        this.descriptor = descriptor;
        this.lock = lock;
        var map = descriptor.firstMap();
        map.shards().forEach(id -> readers.put(id, new LogReader(disk, options.directory().resolve(directoryOf(id)))));
        var readerOfPartition = new ArrayList<LogReader>();
        for (int partition = 0; partition < map.partitionCount(); partition++) {
            partitions.add(new PartitionIndex());
            readerOfPartition.add(reader(map.shardOf(partition)));
        }
        this.feed = new EngineFeed(descriptor.storeId(), partitions, readerOfPartition);
    }

    static ShardSet open(Disk disk, EngineOptions options, StoreDescriptor descriptor, StoreLock lock)
            throws IOException {
        var set = new ShardSet(disk, options, descriptor, lock);
        try {
            for (var id : descriptor.firstMap().shards()) {
                set.openShard(disk, options, id);
            }
        } catch (IOException | RuntimeException e) {
            set.close();
            throw e;
        }
        set.shards.values().forEach(Shard::start);
        return set;
    }

    Shard of(AggregateKey key) {
        return shard(map().shardOf(descriptor.routingRule(), key));
    }

    LogReader readerOf(AggregateKey key) {
        return reader(map().shardOf(descriptor.routingRule(), key));
    }

    LogReader readerOf(Shard shard) {
        return reader(shard.id());
    }

    int partitionOf(AggregateKey key) {
        return map().partitionOf(descriptor.routingRule(), key);
    }

    List<Shard> all() {
        return List.copyOf(shards.values());
    }

    List<ShardIndex> indexes() {
        return shards.values().stream().map(Shard::index).toList();
    }

    EngineFeed feed() {
        return feed;
    }

    void close() throws IOException {
        for (var shard : shards.values()) {
            shard.close();
        }
        for (var reader : readers.values()) {
            reader.close();
        }
        lock.close();
    }

    private void openShard(Disk disk, EngineOptions options, ShardIdentifier id) throws IOException {
        var owned = new TreeMap<Integer, PartitionIndex>();
        map().partitionsOf(id).forEach(partition -> owned.put(partition, partitions.get(partition)));
        var state = new ShardState(this::partitionOf, new CommandWindow(options.commandWindow()));
        var index = new ShardIndex(owned);
        var log = ShardLog.open(disk, options.directory().resolve(directoryOf(id)),
                new LogIdentity(descriptor.storeId(), id),
                options.segmentBytes(), frame -> {
                    try {
                        var decision = Decisions.read(frame);
                        state.apply(decision, frame.timeMs());
                        index.publish(decision, frame.location(), frame.timeMs());
                    } catch (MalformedBytesException | IllegalStateException e) {
                        throw new MalformedBytesException("frame " + frame.sequence() + " of shard " + id + " at "
                                + frame.location() + " makes no sense: " + e.getMessage());
                    }
                });
        shards.put(id, new Shard(id, state, index, log, options, feed::signal));
    }

    private PartitionMap map() {
        return descriptor.firstMap();
    }

    private Shard shard(ShardIdentifier id) {
        var shard = shards.get(id);
        if (shard == null) {
            throw new IllegalStateException("no shard " + id);
        }
        return shard;
    }

    private LogReader reader(ShardIdentifier id) {
        var reader = readers.get(id);
        if (reader == null) {
            throw new IllegalStateException("no shard " + id);
        }
        return reader;
    }

    private static String directoryOf(ShardIdentifier id) {
        return "shard-" + id.group() + "-" + id.member();
    }
}
