package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.PartitionDigest;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.store.spi.HashChain;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

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

    /// A shard at one moment: what it knew of its partitions, and all heads as they were then.
    ///
    /// @param upToSequence of the log
    /// @param segments in memory, newest first
    @SuppressWarnings("ArrayRecordComponent") // handed from one thread to another, never compared
    record Moment(long upToSequence, Map<Integer, PartitionDigest> digests, SegmentIndex[] segments,
            SealedIndex.Snapshot sealed) implements AutoCloseable {

        @Override
        public void close() throws IOException {
            sealed.close();
        }

        boolean isInMemory(AggregateKey key) {
            return isInMemory(key, segments.length);
        }

        /// Whether one of the newest segments has the key.
        boolean isInMemory(AggregateKey key, int newest) {
            for (int i = 0; i < newest; i++) {
                if (segments[i].newest(key, upToSequence) != SegmentIndex.NONE) {
                    return true;
                }
            }
            return false;
        }
    }

    /// Checks the aggregates of one shard against what the shard knew of them at one moment.
    void check(Moment moment, Shard shard) {
        for (int i = 0; i < moment.segments().length; i++) {
            check(moment, i, shard);
        }
        var _ = ShardView.translated(() -> {
            moment.sealed().heads((key, head) -> {
                if (!moment.isInMemory(key)) {
                    checkInScope(key, head, shard);
                }
            });
            return true;
        });
        digests.putAll(moment.digests());
    }

    private void check(Moment moment, int number, Shard shard) {
        var segment = moment.segments()[number];
        for (int record = 0; record < segment.count(); record++) {
            var key = segment.key(record);
            boolean newest = segment.newest(key, moment.upToSequence()) == record;
            if (newest && !moment.isInMemory(key, number)) {
                checkInScope(key, segment.head(record), shard);
            }
        }
    }

    private void checkInScope(AggregateKey key, Head head, Shard shard) {
        if (request.scope().contains(key)) {
            check(key, head, shard);
            sums.merge(partitionOf.applyAsInt(key), head.digest(key, chain), Hash256::plus);
        }
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

    private void check(AggregateKey key, Head head, Shard shard) {
        try {
            events += checkChain(key, head, shard);
        } catch (BailiwickException | IllegalStateException e) {
            report(Optional.of(key), String.valueOf(e.getMessage()));
        }
        aggregates++;
        request.progress().accept(new VerifyRequest.Progress(aggregates, events));
    }

    /// Returns how many events were read. What is trimmed and reclaimed meanwhile is no fault.
    private long checkChain(AggregateKey key, Head head, Shard shard) {
        var anchor = anchor(key, shard);
        for (var current = head;;) {
            try {
                return readChain(key, current, anchor, shard);
            } catch (LogReader.RetiredSegmentException e) {
                anchor = anchor(key, shard); // again, from where the events are now
            } catch (BailiwickException | IllegalStateException e) {
                var now = shard.view().head(key).orElse(current);
                var anchorNow = anchor(key, shard);
                if (now.firstVersion() == current.firstVersion() && Objects.equals(anchor, anchorNow)) {
                    throw e;
                }
                current = now;
                anchor = anchorNow;
            }
        }
    }

    private static Decision.@Nullable Anchor anchor(AggregateKey key, Shard shard) {
        return shard.view().anchor(key);
    }

    private long readChain(AggregateKey key, Head head, Decision.@Nullable Anchor anchor, Shard shard) {
        var hash = anchor == null ? chain.genesis(key) : anchor.hash();
        long first = anchor == null ? 1 : anchor.version() + 1;
        long version = first;
        while (version <= head.version()) {
            var spans = head.state() == AggregateState.DELETED
                    ? shard.view().spansIfThere(key, version, true)
                    : shard.view().spans(key, version, true);
            if (spans.isEmpty()) {
                return version - first; // nobody will ever ask for the rest, which is reclaimed
            }
            for (var span : spans) {
                var decision = shard.reader().readFile(span.location()).decision();
                for (; version <= span.lastVersion() && version <= head.version(); version++) {
                    hash = next(hash, key, version, decision);
                }
            }
        }
        if (!hash.equals(head.hash())) {
            throw new IllegalStateException("the hash chain does not lead to the head");
        }
        return version - first;
    }

    private Hash256 next(Hash256 previous, AggregateKey key, long version, Decision decision) {
        if (decision instanceof Decision.Appended appended) {
            for (var stream : appended.streams()) {
                if (stream.key().equals(key) && stream.has(version)) {
                    var event = stream.events().get((int) (version - stream.firstVersion()));
                    var hash = chain.next(previous, key, version, event.type(), event.metadata(),
                            event.payloadHash(chain));
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
