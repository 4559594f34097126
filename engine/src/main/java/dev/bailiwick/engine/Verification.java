package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.HashChain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;

/// One run of a verification: reads every event of every aggregate in scope from the log.
final class Verification {
    private final VerifyRequest request;
    private final ToIntFunction<AggregateKey> partitionOf;
    private final HashChain chain = new HashChain();
    private final List<Problem> problems = new ArrayList<>();
    private final Map<Integer, Hash256> sums = new TreeMap<>();
    private final TreeMap<Integer, PartitionDigest> digests = new TreeMap<>();
    private long problemCount;
    private long aggregates;
    private long events;

    Verification(VerifyRequest request, ToIntFunction<AggregateKey> partitionOf) {
        this.request = request;
        this.partitionOf = partitionOf;
    }

    /// Checks the aggregates of one shard against what the shard knew of them at one moment.
    void check(Map<AggregateKey, Head> heads, Map<Integer, PartitionDigest> kept, ShardIndex index, LogReader reader) {
        heads.forEach((key, head) -> {
            if (request.scope().contains(key)) {
                check(key, head, index, reader);
                sums.merge(partitionOf.applyAsInt(key), head.digest(key, chain), Hash256::plus);
            }
        });
        digests.putAll(kept);
    }

    VerifyReport report() {
        if (!(request.scope() instanceof AggregateScope.Everything)) {
            return new VerifyReport(aggregates, events, problems, problemCount, new TreeMap<>());
        }
        digests.forEach((partition, kept) -> {
            if (!kept.digest().equals(sums.getOrDefault(partition, Hash256.ZERO))) {
                report(Optional.empty(), "the digest of partition " + partition + " does not match its aggregates");
            }
        });
        return new VerifyReport(aggregates, events, problems, problemCount, digests);
    }

    private void check(AggregateKey key, Head head, ShardIndex index, LogReader reader) {
        try {
            var hash = chain.genesis(key);
            var stream = index.stream(key).orElseThrow(() -> new IllegalStateException("no index for " + key));
            for (long version = 1; version <= head.version(); version++) {
                hash = next(hash, key, version, reader.read(stream.frameOf(version)).decision());
                events++;
            }
            if (!hash.equals(head.hash())) {
                report(Optional.of(key), "the hash chain does not lead to the head");
            }
        } catch (BailiwickException | IllegalStateException e) {
            report(Optional.of(key), String.valueOf(e.getMessage()));
        }
        aggregates++;
        request.progress().accept(new VerifyRequest.Progress(aggregates, events));
    }

    private Hash256 next(Hash256 previous, AggregateKey key, long version, Decision decision) {
        if (decision instanceof Decision.Appended appended) {
            for (var stream : appended.streams()) {
                if (stream.key().equals(key)) {
                    var event = stream.events().get((int) (version - stream.firstVersion()));
                    var hash = chain.next(previous, key, version, event.type(), event.metadata(),
                            chain.payload(event.salt(), event.payload()));
                    if (!hash.equals(event.hash())) {
                        throw new IllegalStateException("the hash chain breaks at version " + version);
                    }
                    return hash;
                }
            }
        }
        throw new IllegalStateException("version " + version + " is not where the index says");
    }

    private void report(Optional<AggregateKey> key, String description) {
        problemCount++;
        if (problems.size() < Limits.MAX_REPORTED_PROBLEMS) {
            problems.add(new Problem(key, description));
        }
    }
}
