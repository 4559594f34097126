package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.UnreadablePartitionMapException;
import dev.bailiwick.placement.spi.MalformedBytesException;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.CompactionReport;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ShardRoutingException;
import dev.bailiwick.store.StoreClosedException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.Fingerprint;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;

/// The embedded store: finds the shard of a request and lets it decide. Reads run on the caller's thread. Thread-safe.
final class Engine implements EmbeddedStore {
    private final EngineOptions options;
    private final StoreDescriptor descriptor;
    private final ShardSet shards;
    private final EngineFeed feed;
    private final Preparers preparers;
    private final Housekeeping housekeeping;
    private final LongAdder reads = new LongAdder();
    private final LongAdder spanning = new LongAdder();
    private final EngineMetrics metrics;
    private volatile boolean closed;

    private Engine(EngineOptions options, StoreDescriptor descriptor, ShardSet shards, Housekeeping housekeeping) {
        this.options = options;
        this.descriptor = descriptor;
        this.shards = shards;
        this.feed = shards.feed();
        this.preparers = new Preparers(shards.routing());
        this.housekeeping = housekeeping;
        this.metrics = new EngineMetrics(new StoreMetrics(options, shards, reads::sum, spanning::sum,
                housekeeping::debt));
    }

    static Engine open(Disk disk, EngineOptions options) {
        return open(disk, options, shards -> MemoryShares.of(options.memoryBytes(), shards));
    }

    /// @param shares how the memory is divided among that many shards
    static Engine open(Disk disk, EngineOptions options, IntFunction<MemoryShares> shares) {
        try {
            if (!StoreDescriptor.isThere(disk, options.directory())) {
                disk.createDirectories(options.directory());
            }
            var lock = StoreLock.take(options.directory());
            try {
                var descriptor = StoreDescriptor.openOrCreate(disk, options);
                var opened = ShardSet.open(disk, options, descriptor, lock, shares);
                var housekeeping = new Housekeeping(disk, options, descriptor, opened,
                        shares.apply(descriptor.shards()));
                housekeeping.start();
                return new Engine(options, descriptor, opened, housekeeping);
            } catch (IOException | RuntimeException e) {
                lock.close();
                throw e;
            }
        } catch (IOException | UncheckedIOException | MalformedBytesException | UnreadablePartitionMapException e) {
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
            if (request.commandId().isPresent() && spansShards(request)) {
                // To find an earlier execution takes a while, and the caller is not kept waiting.
                return CompletableFuture.supplyAsync(() -> append(request), Thread::startVirtualThread);
            }
            var work = appending(request);
            shardOf(request).submit(work);
            return work.answer();
        } catch (BailiwickException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Work<AppendResult> appending(AppendRequest request) {
        var prepared = preparers.prepare(request);
        var keys = keysOf(request);
        var fingerprint = prepared.fingerprint();
        if (fingerprint == null) {
            return new Work<>(new Work.Need(keys, Optional.empty()), prepared.bodies().length,
                    (desk, known) -> append(desk, prepared, known));
        }
        var need = new Work.Need(keys, Optional.of(commandNeed(request, prepared.partitions())));
        return new Work<>(need, prepared.bodies().length, (desk, known) -> {
            var earlier = desk.state().recall(request, fingerprint, known.command(), desk.nowMs());
            return earlier.isPresent() ? earlier.get() : append(desk, prepared, known);
        });
    }

    private static AppendResult append(Shard.Desk desk, Prepared prepared, Work.Known known) {
        var append = desk.state().decide(prepared, known.heads(), desk.nowMs());
        desk.stage(append);
        return append.result();
    }

    private static List<AggregateKey> keysOf(AppendRequest request) {
        var writes = request.writes();
        return writes.size() == 1
                ? List.of(writes.getFirst().key())
                : writes.stream().map(AggregateWrite::key).toList();
    }

    private static Work.CommandNeed commandNeed(AppendRequest request, int[] partitions) {
        return new Work.CommandNeed(request.org(), request.commandId().orElseThrow(), partitions);
    }

    /// The one shard of all aggregates. A command that was executed before is found before it is refused for spanning shards.
    private Shard shardOf(AppendRequest request) {
        if (spansShards(request)) {
            throw spanning(request);
        }
        return shards.of(request.writes().getFirst().key());
    }

    private boolean spansShards(AppendRequest request) {
        var first = shards.of(request.writes().getFirst().key());
        for (var write : request.writes()) {
            if (!shards.of(write.key()).equals(first)) {
                return true;
            }
        }
        return false;
    }

    private ShardRoutingException spanning(AppendRequest request) {
        var byKey = new LinkedHashMap<AggregateKey, ShardIdentifier>();
        request.writes().forEach(write -> byKey.put(write.key(), shards.of(write.key()).id()));
        if (request.commandId().isPresent()) {
            recallFromEach(request, byKey);
        }
        spanning.increment();
        return new ShardRoutingException(byKey);
    }

    /// Without moves a request that spans shards was never executed, but its command id may have been.
    private void recallFromEach(AppendRequest request, Map<AggregateKey, ShardIdentifier> byKey) {
        var fingerprint = Fingerprint.of(request);
        byKey.keySet().forEach(key -> {
            var command = commandNeed(request, new int[]{shards.partitionOf(key)});
            var need = new Work.Need(List.of(), Optional.of(command));
            shards.of(key).perform(new Work<>(need, 0,
                    (desk, known) -> desk.state().recall(request, fingerprint, known.command(), desk.nowMs())),
                    options.appendWait());
        });
    }

    @Override
    public EventPage read(ReadRequest request) {
        checkOpen();
        reads.increment();
        var key = request.key();
        var shard = shards.of(key);
        for (var head = liveHead(shard, key);;) {
            try {
                return new PageReader(shard, head, request).read();
            } catch (LogReader.RetiredSegmentException e) {
                head = liveHead(shard, key);
            } catch (UnreadableStoreException e) {
                checkOpen(); // closing took the file away
                var now = liveHead(shard, key);
                if (now.firstVersion() == head.firstVersion()) {
                    throw e;
                }
                head = now; // what it was about to read was trimmed meanwhile, and reclaimed
            }
        }
    }

    private static Head liveHead(Shard shard, AggregateKey key) {
        return shard.view().head(key).filter(Head::isLive).orElseThrow(() -> new AggregateNotExistsException(key));
    }

    @Override
    public Optional<AggregateDetails> details(AggregateKey key) {
        checkOpen();
        return shards.of(key).view().head(key).map(head -> head.details(key));
    }

    @Override
    public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
        checkOpen();
        if (keepFromVersion < 1) {
            throw new InvalidRequestException("keep from version", "it is 1 or more, not " + keepFromVersion);
        }
        return shards.of(key).perform(new Work<>(Work.Need.head(key), 0, (desk, known) -> {
            var before = known.heads()[0];
            desk.state().decideTrim(key, before, keepFromVersion).ifPresent(trimmed -> desk.stage(trimmed, before));
            return desk.state().details(key, before);
        }), options.appendWait());
    }

    @Override
    public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
        checkOpen();
        return shards.of(key).perform(new Work<>(Work.Need.head(key), 0, (desk, known) -> {
            var before = known.heads()[0];
            desk.state().decideDelete(key, before, expected, recreation)
                    .ifPresent(deleted -> desk.stage(deleted, before));
            return desk.state().details(key, before);
        }), options.appendWait());
    }

    @Override
    public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
        checkOpen();
        return feed.subscribe(request, handler, shards::ofPartition);
    }

    @Override
    public ListPage list(ListRequest request) {
        checkOpen();
        return new Listing(request).list(shards.views());
    }

    @Override
    public VerifyReport verify(VerifyRequest request) {
        checkOpen();
        var concerned = request.scope() instanceof AggregateScope.Aggregate one
                ? List.of(shards.of(one.key()))
                : shards.all();
        return new ParallelVerification(request).run(concerned, this::verify);
    }

    private VerifyReport verify(Shard shard, VerifyRequest request) {
        var verification = new Verification(request, shards::partitionOf);
        try (var moment = shard.ask(new Work<>(Work.Need.NOTHING, 0, (desk, known) -> moment(desk, shard)),
                options.appendWait())) {
            verification.check(moment, shard);
            return request.scope() instanceof AggregateScope.Everything
                    ? ShardView.translated(
                            () -> housekeeping.undisturbed(shard, () -> audited(shard, request, verification)))
                    : verification.report();
        } catch (IOException e) {
            throw new UnreadableStoreException(String.valueOf(e.getMessage()));
        }
    }

    private VerifyReport audited(Shard shard, VerifyRequest request, Verification verification) throws IOException {
        var report = verification.report();
        try (var index = shard.view().sealed().snapshot()) {
            return new IndexAudit(new LogIdentity(descriptor.storeId(), shard.id()), shards.routing(), shard.reader(),
                    shard.send((log, memory) -> log.segments()), index,
                    done -> request.progress().accept(
                            new VerifyRequest.Progress(report.aggregates(), report.events(), done)))
                    .added(report);
        }
    }

    private static Verification.Moment moment(Shard.Desk desk, Shard shard) {
        var sealed = ShardView.translated(() -> shard.view().sealed().snapshot());
        return new Verification.Moment(desk.lastSequence(), desk.state().digests(), shard.view().segments(), sealed);
    }

    EngineMetrics metrics() {
        return metrics;
    }

    @Override
    public CompactionReport compact(CompactionRequest request) {
        checkOpen();
        return housekeeping.compact(request);
    }

    @Override
    public BackupReport backup(BackupRequest request) {
        checkOpen();
        return Backup.take(options.directory(), request, (_, copying) -> {
            for (var shard : shards.all()) {
                copying.copyIndex(shard.view().sealed(), ShardOpening.directoryOf(request.target(), shard.id()));
            }
        });
    }

    @Override
    public ExportReport exportOrg(ExportRequest request) {
        checkOpen();
        return withFile(request.file(), () -> new OrgExport(request, shards)
                .run(descriptor.storeId(), options.clock().millis()));
    }

    @Override
    public ImportReport importOrg(ImportRequest request) {
        checkOpen();
        return withFile(request.file(), () -> new OrgImport(request, shards, options.appendWait()).run());
    }

    /// It is not the store that cannot be read or written.
    private static <T> T withFile(Path file, Housekeeping.Chore<T> chore) {
        try {
            return chore.run();
        } catch (NoSuchFileException e) {
            throw new InvalidRequestException("file", "there is no " + e.getMessage());
        } catch (OrgFile.DamagedException e) {
            throw new InvalidRequestException("file", String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw new InvalidRequestException("file", file + " cannot be used: " + e.getMessage());
        }
    }

    @Override
    public EraseReceipt erase(EraseRequest request) {
        checkOpen();
        return housekeeping.erase(request);
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
        housekeeping.close();
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
