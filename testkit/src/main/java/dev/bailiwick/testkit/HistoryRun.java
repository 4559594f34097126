package dev.bailiwick.testkit;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/// Runs the steps of a history on one store and tells what could be observed, as text: what two correct stores must agree on.
/// Left out are hashes, which depend on random salts, and the order of listings and between partitions, which is the store's.
@SuppressWarnings("try") // a subscription is used by being open
final class HistoryRun {
    private final EventStore store;
    private final StoreSetup setup;
    private final SettableClock clock;
    private final Instant start;
    private final List<AggregateKey> keys = new ArrayList<>();
    private final List<AppendRequest> commands = new ArrayList<>();
    private int era;

    HistoryRun(EventStore store, StoreSetup setup, SettableClock clock) {
        this.store = store;
        this.setup = setup;
        this.clock = clock;
        this.start = clock.instant();
        var some = new Keys(setup);
        keys.addAll(List.of(some.routedBy(0, 0), some.routedBy(0, 1), some.routedBy(4, 2), some.routedBy(1, 3),
                some.routedBy(setup.partitions(), 4), new AggregateKey(Ids.named("Other"), Keys.TYPE, Ids.of(0))));
    }

    /// What a step shows: its result, or its refusal.
    String observe(Operation operation) {
        try {
            return switch (operation) {
                case Operation.Append append -> append(append);
                case Operation.Resend resend -> resend(resend.back());
                case Operation.Trim trim -> store.trim(key(trim.aggregate()),
                        Math.max(1, version(trim.aggregate()) + 1 + trim.keepFrom())).toString();
                case Operation.Delete delete -> store.delete(key(delete.aggregate()),
                        delete.expectation().at(version(delete.aggregate())), delete.recreation()).toString();
                case Operation.Read read -> read(read);
                case Operation.Details details -> store.details(key(details.aggregate())).toString();
                case Operation.ListAll list -> list(list);
                case Operation.FollowFeed feed -> follow(feed.batchCommits());
                case Operation.Verify ignored -> verify();
                case Operation.LetTimePass time -> letTimePass(time.pastTheWindow());
            };
        } catch (BailiwickException e) {
            var fields = new TreeMap<>(e.fields());
            fields.remove("rememberedSince"); // the store's own affair
            return e.code() + " " + fields;
        }
    }

    private AggregateKey key(int aggregate) {
        return keys.get(aggregate);
    }

    private long version(int aggregate) {
        return store.details(key(aggregate)).map(details -> details.version()).orElse(0L);
    }

    private String append(Operation.Append append) {
        var request = AppendRequest.builder();
        if (append.command() > 0) {
            request.commandId(command(append.command()));
        }
        for (var write : append.writes()) {
            var events = new NewEvent[write.events()];
            for (int i = 0; i < events.length; i++) {
                events[i] = NewEvent.of(i == 0 ? "First" : "Later", new byte[]{(byte) i}).withMetadata("i", "" + i);
            }
            request.write(key(write.aggregate()), write.expectation().at(version(write.aggregate())), events);
        }
        if (append.command() > 0) {
            commands.addFirst(request.build());
        }
        return append(request.build());
    }

    private static AppendResult await(CompletableFuture<AppendResult> appending) {
        try {
            return appending.orTimeout(60, TimeUnit.SECONDS).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof BailiwickException refusal) {
                throw refusal;
            }
            throw e;
        }
    }

    private String resend(int back) {
        return back < commands.size() ? append(commands.get(back)) : "nothing to send again";
    }

    private String append(AppendRequest request) {
        var result = request.commandId().isPresent() ? await(store.appendAsync(request)) : store.append(request);
        var versions = request.writes().stream().map(write -> result.version(write.key())).toList();
        return versions + " " + new TreeMap<>(result.sequences()) + (result.duplicate() ? " duplicate" : "");
    }

    /// A version-7 UUID that is the same whenever this number is used again before the command window has passed.
    private UUID command(int number) {
        long millis = start.plus(setup.commandWindow().multipliedBy(3L * era)).toEpochMilli();
        return new UUID(millis << 16 | 0x7000, 0x8000_0000_0000_0000L | number);
    }

    private String read(Operation.Read read) {
        var request = ReadRequest.of(key(read.aggregate())).limit(read.limit());
        if (read.from() != 100) {
            request = request.from(Math.max(1, version(read.aggregate()) + read.from()));
        }
        request = read.backwards() ? request.backwards() : request;
        request = read.onlyFirstType() ? request.eventType("First") : request;
        var seen = new ArrayList<String>();
        var readable = "";
        for (var next = Optional.of(request); next.isPresent();) {
            var page = store.read(next.get());
            page.events().forEach(event -> seen.add(describe(event)));
            next = page.next();
            readable = page.firstVersion() + ".." + page.version();
        }
        return readable + " " + seen;
    }

    private String list(Operation.ListAll list) {
        var found = new ArrayList<Object>();
        found.add(listed(ListRequest.orgs().limit(list.limit())));
        for (var key : keys) {
            var aggregates = ListRequest.aggregates(key.orgId(), key.aggregateTypeId()).limit(list.limit());
            found.add(listed(ListRequest.aggregateTypes(key.orgId()).limit(list.limit())));
            found.add(listed(list.deleted() ? aggregates.withDeleted() : aggregates));
        }
        return found.toString();
    }

    private SortedSet<UUID> listed(ListRequest first) {
        var ids = new TreeSet<UUID>();
        for (var next = Optional.of(first); next.isPresent();) {
            var page = store.list(next.get());
            for (var id : page.ids()) {
                if (!ids.add(id)) {
                    throw new AssertionError(id + " was listed twice");
                }
            }
            next = page.next();
        }
        return ids;
    }

    private String follow(int batchCommits) {
        long count = store.verify(VerifyRequest.everything()).digests().values().stream().mapToLong(d -> d.sequence())
                .sum();
        var collector = FeedCollector.ofEverything();
        var request = SubscribeRequest.from(FeedPosition.start()).batchCommits(batchCommits);
        try (var subscription = store.subscribe(request, collector)) {
            var commits = collector.await(Math.toIntExact(count));
            return commits.stream()
                    .sorted(Comparator.comparingInt(Commit::partition).thenComparingLong(Commit::sequence))
                    .map(this::describe).toList().toString();
        }
    }

    private String verify() {
        var report = store.verify(VerifyRequest.everything());
        return report.aggregates() + " " + report.problems() + " " + report.digests().keySet();
    }

    private String letTimePass(boolean pastTheWindow) {
        if (pastTheWindow) {
            era++;
        }
        clock.advance(pastTheWindow ? setup.commandWindow().multipliedBy(3) : setup.commandWindow().dividedBy(60));
        return clock.instant().toString();
    }

    /// Events that cannot be read any more may be there or not.
    private String describe(Commit commit) {
        var change = commit.change() instanceof Change.Appended appended
                ? appended.events().stream().filter(this::isReadable).map(HistoryRun::describe).toList().toString()
                : commit.change().toString();
        return commit.stamp() + " " + commit.commandId().filter(this::isKnown) + " " + change;
    }

    /// Whether the history gave this id. A remote store gives requests without one an id of its own.
    private boolean isKnown(UUID commandId) {
        return commands.stream().anyMatch(command -> command.commandId().filter(commandId::equals).isPresent());
    }

    private boolean isReadable(RecordedEvent event) {
        return store.details(event.key()).filter(details -> event.version() >= details.firstVersion()).isPresent();
    }

    private static String describe(RecordedEvent event) {
        return event.key() + "@" + event.version() + " " + event.type() + " "
                + HexFormat.of().formatHex(event.payload())
                + event.metadata() + " " + event.recordedAt() + " " + event.partition() + ":" + event.sequence();
    }
}
