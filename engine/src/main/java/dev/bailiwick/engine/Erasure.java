package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.StoreClosedException;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

/// One erasure. On each shard concerned the segment that is being written is finished, so that all payloads are in segments that can be
/// replaced; the log says what is erased; and then every segment with such a payload is written anew without it.
///
/// If it is cut short, some payloads are gone and others not. Asked for again, it does the rest.
///
/// For one thread.
final class Erasure {
    private final EraseRequest request;
    private final EngineOptions options;
    private final Routing routing;
    private final BooleanSupplier stopping;
    private final SortedMap<Integer, PartitionDigest> before = new TreeMap<>();
    private final SortedMap<Integer, PartitionDigest> after = new TreeMap<>();
    private long aggregates;
    private long events;

    Erasure(EraseRequest request, EngineOptions options, Routing routing, BooleanSupplier stopping) {
        this.request = request;
        this.options = options;
        this.routing = routing;
        this.stopping = stopping;
    }

    boolean concerns(Shard shard) {
        return !(request.scope() instanceof AggregateScope.Aggregate one)
                || routing.map().shardOf(routing.partitionOf(one.key())).equals(shard.id());
    }

    void run(SegmentReplacer replacer) throws IOException {
        var shard = replacer.shard();
        replacer.begin();
        try {
            finishSegment(shard);
            var keys = keys(shard);
            note(keys, digests(shard), before);
            var found = find(keys, replacer);
            if (!found.through().isEmpty()) {
                announce(shard, found.through());
                // The newest segment in the index cannot be replaced.
                finishSegment(shard);
                replace(replacer, found);
            }
            note(keys, digests(shard), after);
        } finally {
            replacer.end();
        }
    }

    EraseReceipt receipt() {
        return new EraseReceipt(request.scope(), Instant.ofEpochMilli(options.clock().millis()), aggregates, events,
                before, after);
    }

    /// Returns when all that was written so far is in segments that are finished and in the index.
    private static void finishSegment(Shard shard) throws IOException {
        CompletableFuture<Boolean> indexed = shard.send((log, memory) -> {
            if (log.hasFrames()) {
                log.seal();
            }
            var segments = log.segments();
            return segments.size() < 2
                    ? CompletableFuture.completedFuture(true)
                    : memory.whenIndexed(segments.get(segments.size() - 2).segmentId());
        });
        if (!indexed.join()) {
            throw new StoreClosedException();
        }
    }

    private List<AggregateKey> keys(Shard shard) {
        if (request.scope() instanceof AggregateScope.Aggregate one) {
            if (shard.view().head(one.key()).isEmpty()) {
                throw new AggregateNotExistsException(one.key());
            }
            return List.of(one.key());
        }
        var keys = new ArrayList<AggregateKey>();
        if (request.scope() instanceof AggregateScope.Org org) {
            var from = IndexKeys.catalogue(new AggregateKey(org.orgId(), Listing.LOWEST, Listing.LOWEST));
            var to = IndexKeys
                    .behind(IndexKeys.catalogue(new AggregateKey(org.orgId(), Listing.HIGHEST, Listing.HIGHEST)));
            var _ = ShardView.translated(() -> {
                shard.view().sealed().walk(from, to, (key, value) -> {
                    keys.add(IndexKeys.aggregateKey(key));
                    return null;
                });
                return true;
            });
        }
        return keys;
    }

    private SortedMap<Integer, PartitionDigest> digests(Shard shard) {
        return shard.ask(new Work<>(Work.Need.NOTHING, 0, (desk, known) -> desk.state().digests()),
                options.appendWait());
    }

    private void note(List<AggregateKey> keys, SortedMap<Integer, PartitionDigest> digests,
            SortedMap<Integer, PartitionDigest> into) {
        for (var key : keys) {
            int partition = routing.partitionOf(key);
            var digest = digests.get(partition);
            if (digest != null) {
                into.put(partition, digest);
            }
        }
    }

    /// What is to be erased.
    ///
    /// @param through the last version with a payload, for each aggregate that has one
    /// @param segments where payloads are
    private record Found(Map<AggregateKey, Long> through, Set<Long> segments) {}

    private Found find(List<AggregateKey> keys, SegmentReplacer replacer) throws IOException {
        var found = new Found(new HashMap<>(), new HashSet<>());
        var segments = new HashSet<Long>();
        replacer.candidates().segments().forEach(entry -> segments.add(entry.segmentId()));
        for (var key : keys) {
            for (var span : replacer.shard().view().sealed().allSpans(key)) {
                if (stopping.getAsBoolean()) {
                    throw new StoreClosedException();
                }
                if (segments.contains(span.location().segmentId())) {
                    find(key, replacer.shard().reader().read(span.location()).decision(), span.location(), found);
                }
            }
        }
        return found;
    }

    private static void find(AggregateKey key, Decision decision, FrameLocation location, Found found) {
        if (decision instanceof Decision.Appended appended) {
            for (var stream : appended.streams()) {
                for (int i = 0; i < stream.events().size() && stream.key().equals(key); i++) {
                    if (!stream.events().get(i).isErased()) {
                        found.through().merge(key, stream.firstVersion() + i, Math::max);
                        found.segments().add(location.segmentId());
                    }
                }
            }
        }
    }

    private void announce(Shard shard, Map<AggregateKey, Long> through) {
        through.forEach((key, version) -> shard.perform(new Work<>(Work.Need.head(key), 0, (desk, known) -> {
            desk.stage(desk.state().decideErased(key, version));
            return true;
        }), options.appendWait()));
    }

    private void replace(SegmentReplacer replacer, Found found) throws IOException {
        aggregates += found.through().size();
        var effort = new Throttle(Long.MAX_VALUE, stopping);
        for (var id : found.segments()) {
            var candidates = replacer.candidates();
            int at = candidates.segments().stream().map(Manifest.Entry::segmentId).toList().indexOf(id);
            if (at < 0 || at >= candidates.count()) {
                throw new IllegalStateException("segment " + id + " cannot be replaced");
            }
            events += replacer.replace(candidates, at, 1, _ -> new ErasingFates(found.through()), effort,
                    SegmentReplacer.Disposal.SHRED).erasedEvents();
        }
    }
}
