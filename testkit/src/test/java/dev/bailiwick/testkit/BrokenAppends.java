package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.MultipleOrgsException;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.ShardRoutingException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/// Ways to append that are right but for one thing, each on top of a store that is right.
final class BrokenAppends {
    private BrokenAppends() {
    }

    /// How a broken store appends.
    interface Append {
        AppendResult append(EventStore right, AppendRequest request);
    }

    static AppendResult losesLastEvents(EventStore right, AppendRequest request) {
        return right.append(withWrites(request, write -> new AggregateWrite(write.key(), write.expected(),
                write.events().subList(0, Math.max(1, write.events().size() - 1)))));
    }

    static AppendResult ignoresExpectations(EventStore right, AppendRequest request) {
        return right.append(withWrites(request, BrokenAppends::unconditional));
    }

    static AppendResult letsStaleWritersRecreate(EventStore right, AppendRequest request) {
        try {
            return right.append(request);
        } catch (ConflictException e) {
            if (e.deleted() && e.expected().equals(ExpectedVersion.exactly(e.actualVersion()))) {
                return right.append(e.key(), ExpectedVersion.any(),
                        request.writes().getFirst().events().toArray(NewEvent[]::new));
            }
            throw e;
        }
    }

    static AppendResult writesOneByOne(EventStore right, AppendRequest request) {
        var versions = new HashMap<AggregateKey, Long>();
        var sequences = new HashMap<Integer, Long>();
        for (var write : request.writes()) {
            var result = right.append(new AppendRequest(Optional.empty(), List.of(write)));
            versions.putAll(result.versions());
            sequences.putAll(result.sequences());
        }
        return new AppendResult(versions, sequences, false);
    }

    static AppendResult looksAtStateBeforeRouting(EventStore right, AppendRequest request) {
        for (var write : request.writes()) {
            if (right.details(write.key()).map(AggregateDetails::state).equals(Optional.of(AggregateState.DELETED))) {
                throw new RecreateNotAllowedException(write.key());
            }
        }
        return right.append(request);
    }

    static AppendResult spansShards(EventStore right, AppendRequest request) {
        try {
            return right.append(request);
        } catch (ShardRoutingException e) {
            return writesOneByOne(right, request);
        }
    }

    static AppendResult spansOrgs(EventStore right, AppendRequest request) {
        try {
            return right.append(request);
        } catch (MultipleOrgsException e) {
            return writesOneByOne(right, request);
        }
    }

    static AppendResult forgetsCommands(EventStore right, AppendRequest request) {
        return right.append(withoutCommand(request));
    }

    static AppendResult answersWithTodaysVersions(EventStore right, AppendRequest request) {
        var result = right.append(request);
        var today = new HashMap<AggregateKey, Long>();
        result.versions().keySet().forEach(key -> today.put(key, right.details(key).orElseThrow().version()));
        return result.duplicate() ? new AppendResult(today, result.sequences(), true) : result;
    }

    static AppendResult checksRoutingBeforeCommands(EventStore right, AppendRequest request) {
        try {
            return right.append(request);
        } catch (CommandReusedException e) {
            return right.append(withoutCommand(request));
        }
    }

    static AppendResult runsExpiredCommands(EventStore right, AppendRequest request) {
        try {
            return right.append(request);
        } catch (CommandExpiredException e) {
            return right.append(withoutCommand(request));
        }
    }

    /// Sixteen creators all look before one of them writes.
    static Append checksBeforeItLocks() {
        var everybodyHasLooked = new CountDownLatch(16);
        return (right, request) -> {
            var write = request.writes().getFirst();
            if (!write.expected().equals(ExpectedVersion.noStream()) || right.details(write.key()).isPresent()) {
                return right.append(request);
            }
            everybodyHasLooked.countDown();
            try {
                everybodyHasLooked.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            return right.append(withWrites(request, BrokenAppends::unconditional));
        };
    }

    static Append remembersRefusals() {
        Map<UUID, BailiwickException> refusals = new ConcurrentHashMap<>();
        return (right, request) -> {
            var refusal = request.commandId().map(refusals::get);
            if (refusal.isPresent()) {
                throw refusal.get();
            }
            try {
                return right.append(request);
            } catch (BailiwickException e) {
                request.commandId().ifPresent(id -> refusals.put(id, e));
                throw e;
            }
        };
    }

    static Append knowsACommandByItsIdAlone() {
        Map<UUID, AppendResult> results = new ConcurrentHashMap<>();
        return (right, request) -> {
            var before = request.commandId().map(results::get);
            if (before.isPresent()) {
                return before.get().asDuplicate();
            }
            var result = right.append(request);
            request.commandId().ifPresent(id -> results.put(id, result));
            return result;
        };
    }

    private static AggregateWrite unconditional(AggregateWrite write) {
        return new AggregateWrite(write.key(), ExpectedVersion.any(), write.events());
    }

    private static AppendRequest withWrites(AppendRequest request, UnaryOperator<AggregateWrite> change) {
        return new AppendRequest(request.commandId(), request.writes().stream().map(change).toList());
    }

    private static AppendRequest withoutCommand(AppendRequest request) {
        return new AppendRequest(Optional.empty(), request.writes());
    }
}
