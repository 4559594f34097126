package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.DeletedPermanentlyException;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.WriteToMissingAggregateException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The tables of `docs/contract.md`: what is expected against what is there.
final class WriteChecks {
    private WriteChecks() {
    }

    /// Existence of all aggregates, then the expectation of each.
    static void checkAppend(AppendRequest request, Map<AggregateKey, Aggregate> aggregates) {
        for (var write : request.writes()) {
            checkExistence(write.key(), write.expected(), aggregates.get(write.key()));
        }
        for (var write : request.writes()) {
            var aggregate = aggregates.get(write.key());
            boolean live = aggregate != null && aggregate.isLive();
            long version = aggregate == null ? 0 : aggregate.version();
            boolean holds = switch (write.expected()) {
                case ExpectedVersion.Any ignored -> true;
                case ExpectedVersion.NoStream ignored -> !live;
                case ExpectedVersion.Exists ignored -> live;
                case ExpectedVersion.Exactly exactly -> live && exactly.version() == version;
            };
            if (!holds) {
                throw new ConflictException(write.key(), write.expected(), version, aggregate != null && !live);
            }
        }
    }

    private static void checkExistence(AggregateKey key, ExpectedVersion expected, @Nullable Aggregate aggregate) {
        if (aggregate != null && aggregate.state() == AggregateState.DELETED) {
            throw new RecreateNotAllowedException(key);
        }
        if (expected instanceof ExpectedVersion.Exists && (aggregate == null || !aggregate.isLive())) {
            throw new WriteToMissingAggregateException(key);
        }
    }

    /// Like an append's checks, but a version is also compared with that of a deleted aggregate, so that a delete can be sent
    /// again.
    static void checkDelete(Aggregate aggregate, ExpectedVersion expected, AggregateState target) {
        if (aggregate.state() == AggregateState.DELETED && target != AggregateState.DELETED) {
            throw new DeletedPermanentlyException(aggregate.key());
        }
        boolean holds = switch (expected) {
            case ExpectedVersion.Any ignored -> true;
            case ExpectedVersion.NoStream ignored -> !aggregate.isLive();
            case ExpectedVersion.Exists ignored -> {
                if (!aggregate.isLive()) {
                    throw new WriteToMissingAggregateException(aggregate.key());
                }
                yield true;
            }
            case ExpectedVersion.Exactly exactly -> exactly.version() == aggregate.version();
        };
        if (!holds) {
            throw new ConflictException(aggregate.key(), expected, aggregate.version(), !aggregate.isLive());
        }
    }
}
