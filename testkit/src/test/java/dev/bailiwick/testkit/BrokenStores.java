package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.ConflictException;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedFilter;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.ListPage;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.MultipleOrgsException;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.RecreateNotAllowedException;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.ShardRoutingException;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.store.UnavailableVersionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Stores that are right but for one thing each.
final class BrokenStores {
    private BrokenStores() {
    }

    /// Executes the writes of a request one after the other.
    private static AppendResult oneByOne(ForwardingEventStore store, AppendRequest request) {
        var versions = new HashMap<AggregateKey, Long>();
        var sequences = new HashMap<Integer, Long>();
        for (var write : request.writes()) {
            var result = store.right.append(new AppendRequest(Optional.empty(), List.of(write)));
            versions.putAll(result.versions());
            sequences.putAll(result.sequences());
        }
        return new AppendResult(versions, sequences, false);
    }

    private static AppendRequest withoutCommand(AppendRequest request) {
        return new AppendRequest(Optional.empty(), request.writes());
    }

    static final class LosesLastEvents extends ForwardingEventStore {
        LosesLastEvents(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            var writes = request.writes().stream().map(write -> new AggregateWrite(write.key(), write.expected(),
                    write.events().subList(0, Math.max(1, write.events().size() - 1)))).toList();
            return right.append(new AppendRequest(request.commandId(), writes));
        }
    }

    static final class IgnoresExpectations extends ForwardingEventStore {
        IgnoresExpectations(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            var writes = request.writes().stream()
                    .map(write -> new AggregateWrite(write.key(), ExpectedVersion.any(), write.events())).toList();
            return right.append(new AppendRequest(request.commandId(), writes));
        }
    }

    static final class LetsStaleWritersRecreate extends ForwardingEventStore {
        LetsStaleWritersRecreate(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
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
    }

    static final class WritesOneByOne extends ForwardingEventStore {
        WritesOneByOne(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            return oneByOne(this, request);
        }
    }

    static final class ChecksBeforeItLocks extends ForwardingEventStore {
        private final CountDownLatch everybodyHasLooked = new CountDownLatch(16);

        ChecksBeforeItLocks(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
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
            return right.append(new AppendRequest(request.commandId(),
                    List.of(new AggregateWrite(write.key(), ExpectedVersion.any(), write.events()))));
        }
    }

    static final class LooksAtStateBeforeRouting extends ForwardingEventStore {
        LooksAtStateBeforeRouting(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            for (var write : request.writes()) {
                if (right.details(write.key()).map(AggregateDetails::state)
                        .equals(Optional.of(AggregateState.DELETED))) {
                    throw new RecreateNotAllowedException(write.key());
                }
            }
            return right.append(request);
        }
    }

    static final class SpansShards extends ForwardingEventStore {
        SpansShards(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            try {
                return right.append(request);
            } catch (ShardRoutingException e) {
                return oneByOne(this, request);
            }
        }
    }

    static final class SpansOrgs extends ForwardingEventStore {
        SpansOrgs(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            try {
                return right.append(request);
            } catch (MultipleOrgsException e) {
                return oneByOne(this, request);
            }
        }
    }

    static final class ForgetsCommands extends ForwardingEventStore {
        ForgetsCommands(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            return right.append(withoutCommand(request));
        }
    }

    static final class RemembersRefusals extends ForwardingEventStore {
        private final Map<UUID, BailiwickException> refusals = new ConcurrentHashMap<>();

        RemembersRefusals(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
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
        }
    }

    static final class ForgetsWhoseCommandItWas extends ForwardingEventStore {
        private final Map<UUID, AppendResult> results = new ConcurrentHashMap<>();

        ForgetsWhoseCommandItWas(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            var before = request.commandId().map(results::get);
            if (before.isPresent()) {
                return before.get().asDuplicate();
            }
            var result = right.append(request);
            request.commandId().ifPresent(id -> results.put(id, result));
            return result;
        }
    }

    static final class AnswersResendsWithTodaysVersions extends ForwardingEventStore {
        AnswersResendsWithTodaysVersions(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            var result = right.append(request);
            var today = new HashMap<AggregateKey, Long>();
            result.versions().keySet().forEach(key -> today.put(key, right.details(key).orElseThrow().version()));
            return result.duplicate() ? new AppendResult(today, result.sequences(), true) : result;
        }
    }

    static final class ChecksRoutingBeforeCommands extends ForwardingEventStore {
        ChecksRoutingBeforeCommands(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            try {
                return right.append(request);
            } catch (CommandReusedException e) {
                return right.append(withoutCommand(request));
            }
        }
    }

    static final class RunsExpiredCommands extends ForwardingEventStore {
        RunsExpiredCommands(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AppendResult append(AppendRequest request) {
            try {
                return right.append(request);
            } catch (CommandExpiredException e) {
                return right.append(withoutCommand(request));
            }
        }
    }

    static final class ReadsFromWhatIsLeft extends ForwardingEventStore {
        ReadsFromWhatIsLeft(StoreSetup setup) {
            super(setup);
        }

        @Override
        public EventPage read(ReadRequest request) {
            try {
                return right.read(request);
            } catch (UnavailableVersionException e) {
                return right.read(request.from(e.firstVersion()));
            }
        }
    }

    static final class SkipsAnEventBetweenPages extends ForwardingEventStore {
        SkipsAnEventBetweenPages(StoreSetup setup) {
            super(setup);
        }

        @Override
        public EventPage read(ReadRequest request) {
            var page = right.read(request);
            var next = page.next().map(then -> then.from(then.from().orElseThrow() + 1));
            return new EventPage(page.events(), next, page.firstVersion(), page.version());
        }
    }

    static final class IgnoresTypes extends ForwardingEventStore {
        IgnoresTypes(StoreSetup setup) {
            super(setup);
        }

        @Override
        public EventPage read(ReadRequest request) {
            var all = ReadRequest.of(request.key()).limit(request.limit());
            return right.read(request.from().isPresent() ? all.from(request.from().getAsLong()) : all);
        }
    }

    static final class TellsWrongTimes extends ForwardingEventStore {
        TellsWrongTimes(StoreSetup setup) {
            super(setup);
        }

        @Override
        public EventPage read(ReadRequest request) {
            var page = right.read(request);
            var events = new ArrayList<RecordedEvent>();
            for (var e : page.events()) {
                var stamp = new CommitStamp(e.partition(), e.sequence(),
                        e.recordedAt().minus(Duration.ofMinutes(e.version())));
                events.add(new RecordedEvent(e.key(), e.version(), e.type(), e.metadata(), e.payload(), e.erased(),
                        stamp, e.hash()));
            }
            return new EventPage(events, page.next(), page.firstVersion(), page.version());
        }
    }

    static final class UntrimsOnRequest extends ForwardingEventStore {
        UntrimsOnRequest(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AggregateDetails trim(AggregateKey key, long keepFromVersion) {
            var done = right.trim(key, keepFromVersion);
            return new AggregateDetails(key, done.version(), keepFromVersion, done.state(), done.lastWriteAt());
        }
    }

    static final class DeletesWhateverIsExpected extends ForwardingEventStore {
        DeletesWhateverIsExpected(StoreSetup setup) {
            super(setup);
        }

        @Override
        public AggregateDetails delete(AggregateKey key, ExpectedVersion expected, Recreation recreation) {
            return right.delete(key, ExpectedVersion.any(), recreation);
        }
    }

    /// Lets a subclass change what the handler gets.
    abstract static class ChangesBatches extends ForwardingEventStore {
        ChangesBatches(StoreSetup setup) {
            super(setup);
        }

        abstract FeedBatch change(FeedBatch batch);

        @Override
        public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
            return right.subscribe(request, batch -> handler.handle(change(batch)));
        }
    }

    static final class SkipsCommits extends ChangesBatches {
        SkipsCommits(StoreSetup setup) {
            super(setup);
        }

        @Override
        FeedBatch change(FeedBatch batch) {
            return new FeedBatch(batch.commits().stream().filter(commit -> commit.sequence() != 2).toList(),
                    batch.position());
        }
    }

    static final class RepeatsCommits extends ChangesBatches {
        RepeatsCommits(StoreSetup setup) {
            super(setup);
        }

        @Override
        FeedBatch change(FeedBatch batch) {
            var twice = new ArrayList<>(batch.commits());
            batch.commits().stream().filter(commit -> commit.sequence() == 2).forEach(twice::add);
            return new FeedBatch(twice, batch.position());
        }
    }

    static final class HidesTrims extends ChangesBatches {
        HidesTrims(StoreSetup setup) {
            super(setup);
        }

        @Override
        FeedBatch change(FeedBatch batch) {
            return new FeedBatch(
                    batch.commits().stream().filter(commit -> !(commit.change() instanceof Change.Trimmed)).toList(),
                    batch.position());
        }
    }

    static final class IgnoresFilters extends ForwardingEventStore {
        IgnoresFilters(StoreSetup setup) {
            super(setup);
        }

        @Override
        public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
            return right.subscribe(request.filter(FeedFilter.EVERYTHING), handler);
        }
    }

    static final class SwallowsFailuresOfHandlers extends ForwardingEventStore {
        SwallowsFailuresOfHandlers(StoreSetup setup) {
            super(setup);
        }

        @Override
        public Subscription subscribe(SubscribeRequest request, FeedHandler handler) {
            return right.subscribe(request, batch -> {
                try {
                    handler.handle(batch);
                } catch (Exception e) {
                    if (batch.commits().getLast().sequence() == 5) {
                        throw e;
                    }
                }
            });
        }
    }

    static final class ListsTheDeleted extends ForwardingEventStore {
        ListsTheDeleted(StoreSetup setup) {
            super(setup);
        }

        @Override
        public ListPage list(ListRequest request) {
            return right.list(request.withDeleted());
        }
    }

    static final class ListsTheLastIdOfAPageAgain extends ForwardingEventStore {
        ListsTheLastIdOfAPageAgain(StoreSetup setup) {
            super(setup);
        }

        @Override
        public ListPage list(ListRequest request) {
            var page = right.list(request);
            if (page.next().isEmpty() || page.ids().size() < 2) {
                return page;
            }
            return new ListPage(page.ids(), Optional.of(request.after(page.ids().get(page.ids().size() - 2))));
        }
    }

    static final class StaysOpen extends ForwardingEventStore {
        StaysOpen(StoreSetup setup) {
            super(setup);
        }

        @Override
        public void close() {
            right.partitionMap();
        }
    }
}
