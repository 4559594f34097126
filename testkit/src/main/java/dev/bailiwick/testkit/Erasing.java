package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateNotExistsException;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.PartitionDigest;
import java.time.Instant;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/// One run of an erasure.
final class Erasing {
    private final EraseRequest request;
    private final Instant now;
    private final SortedMap<Integer, PartitionDigest> before = new TreeMap<>();
    private final SortedMap<Integer, PartitionDigest> after = new TreeMap<>();
    private long erasedAggregates;
    private long erasedEvents;

    Erasing(EraseRequest request, Instant now) {
        this.request = request;
        this.now = now;
    }

    EraseReceipt run(Map<AggregateKey, Aggregate> aggregates, Function<AggregateKey, PartitionLog> logOf,
            BiConsumer<Aggregate, Change> logChange, ToIntFunction<AggregateKey> partitionOf) {
        if (request.scope() instanceof AggregateScope.Aggregate one && !aggregates.containsKey(one.key())) {
            throw new AggregateNotExistsException(one.key());
        }
        for (var aggregate : aggregates.values()) {
            if (request.scope().contains(aggregate.key())) {
                int partition = partitionOf.applyAsInt(aggregate.key());
                var log = logOf.apply(aggregate.key());
                before.putIfAbsent(partition, log.digest());
                erase(aggregate, logChange);
                after.put(partition, log.digest());
            }
        }
        return new EraseReceipt(request.scope(), now, erasedAggregates, erasedEvents, before, after);
    }

    private void erase(Aggregate aggregate, BiConsumer<Aggregate, Change> logChange) {
        long erased = aggregate.erase();
        if (erased > 0) {
            erasedAggregates++;
            erasedEvents += erased;
            logChange.accept(aggregate, new Change.Erased(aggregate.key(), aggregate.version()));
        }
    }
}
