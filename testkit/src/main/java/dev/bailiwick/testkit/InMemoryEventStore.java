package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ShardRoutingException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.TrimBeyondEndException;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.HashChain;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The reference implementation of the contract: one lock, and maps. Everything is in memory and gone when the store is closed;
/// nothing is ever dropped before. Use it in tests of applications, and as the yardstick for other stores.
///
/// Thread-safe. Every operation holds the one lock, so histories are linear by construction.
public final class InMemoryEventStore implements EventStore {
    private final StoreSetup setup;
    private final PartitionMap map;
    private final ReentrantLock lock = new ReentrantLock();
    private final HashChain chain = new HashChain();
    private final SecureRandom random = new SecureRandom();
    private final TreeMap<AggregateKey, Aggregate> aggregates = new TreeMap<>();
    private final List<PartitionLog> partitions = new ArrayList<>();
    private final CommandMemory commands;
    private final InMemoryFeed feed;
    private Instant lastTime = Instant.EPOCH;
    private boolean closed;

    private InMemoryEventStore(StoreSetup setup) {
        this.setup = setup;
        this.map = setup.partitionMap();
        this.commands = new CommandMemory(setup.commandWindow());
        for (int partition = 0; partition < map.partitionCount(); partition++) {
            partitions.add(new PartitionLog());
        }
        this.feed = new InMemoryFeed(lock, partitions, UUID.randomUUID());
    }

    public static InMemoryEventStore create() {
        return create(StoreSetup.standard());
    }

    public static InMemoryEventStore create(StoreSetup setup) {
        return new InMemoryEventStore(setup);
    }

    @Override
    public RoutingRule routingRule() {
        return locked(setup::routingRule);
    }

    @Override
    public PartitionMap partitionMap() {
        return locked(() -> map);
    }

    @Override
    public AppendResult append(AppendRequest request) {
        return locked(() -> {
            request.org(); // 9002 comes before all that follows
            var now = now();
            var before = commands.recall(request, partitionsOf(request), now);
            if (before.isPresent()) {
                return before.get();
            }
            checkRouting(request);
            WriteChecks.checkAppend(request, aggregates);
            var result = commit(request, now);
            commands.remember(request, result, now);
            return result;
        });
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
        return locked(() -> PageReader.read(live(request.key()), request));
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        return locked(() -> Optional.ofNullable(aggregates.get(key)).map(Aggregate::details));
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        if (keepFromVersion < 1) {
            throw new InvalidRequestException("keep from version", "it is 1 or more, not " + keepFromVersion);
        }
        return locked(() -> {
            var aggregate = live(key);
            if (keepFromVersion > aggregate.version() + 1) {
                throw new TrimBeyondEndException(key, keepFromVersion, aggregate.version());
            }
            if (keepFromVersion > aggregate.firstVersion()) {
                var now = now();
                change(aggregate, () -> aggregate.trim(keepFromVersion, now));
                logChange(aggregate, now, new Change.Trimmed(key, keepFromVersion));
            }
            return aggregate.details();
        });
    }

    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        var target = switch (recreation) {
            case ALLOWED -> AggregateState.DELETED_RECREATABLE;
            case FORBIDDEN -> AggregateState.DELETED;
        };
        return locked(() -> {
            var aggregate = aggregates.get(key);
            if (aggregate == null) {
                throw new AggregateNotExistsException(key);
            }
            WriteChecks.checkDelete(aggregate, expected, target);
            if (aggregate.state() != target) {
                var now = now();
                change(aggregate, () -> aggregate.delete(target, now));
                logChange(aggregate, now, new Change.Deleted(key, aggregate.version(), recreation));
            }
            return aggregate.details();
        });
    }

    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        return locked(() -> feed.subscribe(request, handler));
    }

    @Override
    public ListPage list(ListRequest request) {
        return locked(() -> Listing.list(aggregates, request));
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        return locked(() -> new Verification(request, chain).run(aggregates.values(), partitions, this::partitionOf));
    }

    @Override
    public EraseReceipt erase(EraseRequest request) {
        return locked(() -> {
            var now = now();
            return new Erasing(request, now).run(aggregates, this::logOf,
                    (aggregate, change) -> logChange(aggregate, now, change), this::partitionOf);
        });
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            feed.close();
        } finally {
            lock.unlock();
        }
        feed.awaitEnd();
    }

    /// For tests of verification.
    void damagePayload(AggregateKey key, long version) {
        locked(() -> {
            live(key).event(version).damagePayload();
            return key;
        });
    }

    private void checkRouting(AppendRequest request) {
        var shards = new LinkedHashMap<AggregateKey, ShardIdentifier>();
        request.writes().forEach(write -> shards.put(write.key(), map.shardOf(setup.routingRule(), write.key())));
        if (shards.values().stream().distinct().count() > 1) {
            throw new ShardRoutingException(shards);
        }
    }

    private AppendResult commit(AppendRequest request, Instant now) {
        var versions = new HashMap<AggregateKey, Long>();
        var stamps = new TreeMap<Integer, CommitStamp>();
        var events = new HashMap<Integer, List<StoredEvent>>();
        for (var write : request.writes()) {
            int partition = partitionOf(write.key());
            var stamp = stamps.computeIfAbsent(partition,
                    p -> new CommitStamp(p, partitions.get(p).lastSequence() + 1, now));
            var appended = events.computeIfAbsent(partition, p -> new ArrayList<>());
            var aggregate = aggregates.computeIfAbsent(write.key(), key -> new Aggregate(key, chain));
            change(aggregate, () -> write.events().forEach(event -> {
                var stored = new StoredEvent(aggregate, event, stamp, salt(), chain);
                aggregate.append(stored, now);
                appended.add(stored);
            }));
            versions.put(write.key(), aggregate.version());
        }
        var sequences = new HashMap<Integer, Long>();
        stamps.forEach((partition, stamp) -> {
            partitions.get(partition).add(stamp, request.commandId(), () -> appended(events, partition));
            sequences.put(partition, stamp.sequence());
        });
        feed.signal();
        return new AppendResult(versions, sequences, false);
    }

    private static Change appended(Map<Integer, List<StoredEvent>> events, int partition) {
        List<RecordedEvent> recorded = events.getOrDefault(partition, List.of()).stream().map(StoredEvent::recorded)
                .toList();
        return new Change.Appended(recorded);
    }

    /// Runs a change of an aggregate's head and keeps its partition's digest in step.
    private void change(Aggregate aggregate, Runnable change) {
        var before = aggregate.version() == 0 ? Hash256.ZERO : aggregate.digest(chain);
        change.run();
        logOf(aggregate.key()).replaceHead(before, aggregate.digest(chain));
    }

    private void logChange(Aggregate aggregate, Instant now, Change change) {
        int partition = partitionOf(aggregate.key());
        var log = partitions.get(partition);
        log.add(new CommitStamp(partition, log.lastSequence() + 1, now), Optional.empty(), () -> change);
        feed.signal();
    }

    private Aggregate live(AggregateKey key) {
        var aggregate = aggregates.get(key);
        if (aggregate == null || !aggregate.isLive()) {
            throw new AggregateNotExistsException(key);
        }
        return aggregate;
    }

    private int partitionOf(AggregateKey key) {
        return map.partitionOf(setup.routingRule(), key);
    }

    /// In the order of the request.
    private Set<Integer> partitionsOf(AppendRequest request) {
        var touched = new LinkedHashSet<Integer>();
        request.writes().forEach(write -> touched.add(partitionOf(write.key())));
        return touched;
    }

    private PartitionLog logOf(AggregateKey key) {
        return partitions.get(partitionOf(key));
    }

    private byte[] salt() {
        var salt = new byte[HashChain.SALT_BYTES];
        random.nextBytes(salt);
        return salt;
    }

    /// The clock's time to the millisecond, or the last one where the clock stepped back.
    private Instant now() {
        var now = Instant.ofEpochMilli(setup.clock().millis());
        if (now.isAfter(lastTime)) {
            lastTime = now;
        }
        return lastTime;
    }

    private <T> T locked(Supplier<T> operation) {
        lock.lock();
        try {
            if (closed) {
                throw new StoreClosedException();
            }
            return operation.get();
        } finally {
            lock.unlock();
        }
    }
}
