package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.HashChain;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/// One run of a verification.
final class Verification {
    private final VerifyRequest request;
    private final HashChain chain;
    private final List<Problem> problems = new ArrayList<>();
    private long problemCount;
    private long checkedAggregates;
    private long checkedEvents;

    Verification(VerifyRequest request, HashChain chain) {
        this.request = request;
        this.chain = chain;
    }

    VerifyReport run(Collection<Aggregate> aggregates, List<PartitionLog> partitions,
            ToIntFunction<AggregateKey> partitionOf) {
        var sums = new HashMap<Integer, Hash256>();
        for (var aggregate : aggregates) {
            if (request.scope().contains(aggregate.key())) {
                check(aggregate);
                sums.merge(partitionOf.applyAsInt(aggregate.key()), aggregate.digest(chain), Hash256::plus);
            }
        }
        var digests = request.scope() instanceof AggregateScope.Everything
                ? compare(sums, partitions)
                : new TreeMap<Integer, PartitionDigest>();
        return new VerifyReport(checkedAggregates, checkedEvents, problems, problemCount, digests);
    }

    private void check(Aggregate aggregate) {
        long damaged = aggregate.firstDamagedVersion(chain);
        if (damaged > 0) {
            report(Optional.of(aggregate.key()), "the hash chain breaks at version " + damaged);
        }
        checkedAggregates++;
        checkedEvents += aggregate.version();
        request.progress().accept(new VerifyRequest.Progress(checkedAggregates, checkedEvents));
    }

    private SortedMap<Integer, PartitionDigest> compare(Map<Integer, Hash256> sums, List<PartitionLog> partitions) {
        var digests = new TreeMap<Integer, PartitionDigest>();
        for (int partition = 0; partition < partitions.size(); partition++) {
            var kept = partitions.get(partition).digest();
            if (!kept.digest().equals(sums.getOrDefault(partition, Hash256.ZERO))) {
                report(Optional.empty(), "the digest of partition " + partition + " does not match its aggregates");
            }
            if (kept.sequence() > 0) {
                digests.put(partition, kept);
            }
        }
        return digests;
    }

    private void report(Optional<AggregateKey> key, String description) {
        problemCount++;
        if (problems.size() < Limits.MAX_REPORTED_PROBLEMS) {
            problems.add(new Problem(key, description));
        }
    }
}
