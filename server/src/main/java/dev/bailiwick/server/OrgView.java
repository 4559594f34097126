package dev.bailiwick.server;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.DiskFullException;
import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.InvalidPositionException;
import dev.bailiwick.store.PositionAheadException;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.ShardStoppedException;
import dev.bailiwick.store.UnreadableStoreException;
import dev.bailiwick.store.VerifyReport;
import dev.bailiwick.store.VerifyReport.Problem;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// What may leave the server for a caller who may see one org only. Takes out of answers and refusals whatever counts the commits of
/// others or tells of the server's machine.
record OrgView(UUID org, SealedPositions positions, Remarks remarks) {
    private static final String ASK = "the server's log says more";

    boolean contains(AggregateKey key) {
        return key.orgId().equals(org);
    }

    AppendResult of(AppendResult result) {
        return result.withoutSequences();
    }

    EventPage of(EventPage page) {
        return new EventPage(page.events().stream().map(RecordedEvent::withoutSequence).toList(), page.next(),
                page.firstVersion(), page.version());
    }

    /// Empty for a batch without commits: its coming would tell that others have written.
    Optional<FeedBatch> of(FeedBatch batch) {
        return batch.commits().isEmpty()
                ? Optional.empty()
                : Optional.of(new FeedBatch(batch.commits().stream().map(Commit::withoutSequence).toList(),
                        of(batch.position())));
    }

    FeedPosition of(FeedPosition position) {
        return positions.seal(org, position);
    }

    FeedPosition opened(FeedPosition position) {
        return positions.open(org, position);
    }

    VerifyReport of(VerifyReport report) {
        var own = report.problems().stream().filter(problem -> problem.key().filter(this::contains).isPresent())
                .toList();
        own.forEach(problem -> remarks.warn("verification: " + problem.description()));
        var told = own.stream().map(problem -> new Problem(problem.key(), "its history is damaged; " + ASK)).toList();
        return new VerifyReport(report.aggregates(), report.events(), told,
                report.problemCount() - report.problems().size() + own.size(), new TreeMap<>());
    }

    /// Digests cover the partitions of others too, and count their commits.
    EraseReceipt of(EraseReceipt receipt) {
        return new EraseReceipt(receipt.scope(), receipt.erasedAt(), receipt.aggregates(), receipt.events(),
                new TreeMap<>(), new TreeMap<>());
    }

    /// The refusal as this caller may know it. What concerns the caller's own aggregates, or placement, which anybody can compute, stays.
    Throwable of(Throwable refusal) {
        if (!(refusal instanceof BailiwickException known)) {
            return refusal;
        }
        return switch (known) {
            case InvalidPositionException ignored ->
                new InvalidPositionException("it does not belong to this store");
            case PositionAheadException ahead -> new PositionAheadException(ahead.partition(), 0, 0);
            case ShardStoppedException stopped -> logged(stopped, new ShardStoppedException(stopped.shard(), ASK));
            case DiskFullException full -> logged(full, new DiskFullException(full.shard(), ASK));
            case UnreadableStoreException unreadable -> logged(unreadable, new UnreadableStoreException(ASK));
            default -> known;
        };
    }

    private BailiwickException logged(BailiwickException known, BailiwickException told) {
        remarks.warn(String.valueOf(known.getMessage()));
        return told;
    }
}
