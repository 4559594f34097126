package dev.bailiwick.engine;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.DeletedPermanentlyException;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.WriteToMissingAggregateException;
import org.jspecify.annotations.Nullable;

/// The tables of the contract. Written apart from those of the reference store, so that comparing the two means something.
final class WriteRules {
    private WriteRules() {
    }

    /// @param heads of the aggregates in the order of the request; null for what never existed
    static void checkAppend(AppendRequest request, @Nullable Head[] heads) {
        var writes = request.writes();
        for (int i = 0; i < heads.length; i++) {
            checkExistence(writes.get(i).key(), writes.get(i).expected(), heads[i]);
        }
        for (int i = 0; i < heads.length; i++) {
            checkExpectation(writes.get(i).key(), writes.get(i).expected(), heads[i]);
        }
    }

    private static void checkExistence(AggregateKey key, ExpectedVersion expected, @Nullable Head head) {
        if (head != null && head.state() == AggregateState.DELETED) {
            throw new RecreateNotAllowedException(key);
        }
        if (expected instanceof ExpectedVersion.Exists && (head == null || !head.isLive())) {
            throw new WriteToMissingAggregateException(key);
        }
    }

    private static void checkExpectation(AggregateKey key, ExpectedVersion expected, @Nullable Head head) {
        boolean there = head != null && head.isLive();
        long version = head == null ? 0 : head.version();
        boolean wrong = switch (expected) {
            case ExpectedVersion.Any ignored -> false;
            case ExpectedVersion.NoStream ignored -> there;
            case ExpectedVersion.Exists ignored -> false;
            case ExpectedVersion.Exactly exactly -> !there || exactly.version() != version;
        };
        if (wrong) {
            throw new ConflictException(key, expected, version, head != null && !there);
        }
    }

    static void checkDelete(AggregateKey key, Head head, ExpectedVersion expected, Recreation recreation) {
        if (head.state() == AggregateState.DELETED && recreation == Recreation.ALLOWED) {
            throw new DeletedPermanentlyException(key);
        }
        if (expected instanceof ExpectedVersion.Exists && !head.isLive()) {
            throw new WriteToMissingAggregateException(key);
        }
        boolean wrong = switch (expected) {
            case ExpectedVersion.Any ignored -> false;
            case ExpectedVersion.NoStream ignored -> head.isLive();
            case ExpectedVersion.Exists ignored -> false;
            case ExpectedVersion.Exactly exactly -> exactly.version() != head.version();
        };
        if (wrong) {
            throw new ConflictException(key, expected, head.version(), !head.isLive());
        }
    }
}
