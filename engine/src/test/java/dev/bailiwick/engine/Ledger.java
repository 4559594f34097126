package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.Ids;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.Change;
import dev.bailiwick.store.CompactionRequest;
import dev.bailiwick.store.EraseRequest;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.VerifyRequest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;

/// What a store acknowledged in a random history, and the check that it still knows all of it, by every way to ask. For one
/// thread.
final class Ledger {
    private static final UUID ORG = Ids.named("Acme");
    private static final UUID TYPE = Ids.named("Accounts");
    private static final long ERASED = -1;

    private final RandomGenerator random;
    private final int aggregates;
    private final Map<AggregateKey, Account> accounts = new LinkedHashMap<>();
    private final Map<AppendRequest, AppendResult> commands = new LinkedHashMap<>();
    private boolean housekeeping;
    private long lastTag;
    private Optional<Step> unknown = Optional.empty();

    Ledger(RandomGenerator random, int aggregates) {
        this.random = random;
        this.aggregates = aggregates;
    }

    /// One aggregate: what each of its events says, and what of them can be read.
    ///
    /// @param erasedThrough up to which version the payloads are gone
    private record Account(List<Long> tags, long firstVersion, AggregateState state, long erasedThrough) {
        static final Account NONE = new Account(List.of(), 1, AggregateState.LIVE, 0);

        Account with(List<Long> added) {
            var all = new ArrayList<>(tags);
            all.addAll(added);
            return new Account(all, firstVersion, AggregateState.LIVE, erasedThrough);
        }

        /// What an event says, as far as it is still there.
        long tag(long version) {
            return version <= erasedThrough ? ERASED : tags.get((int) version - 1);
        }

        List<Long> readable() {
            return LongStream.rangeClosed(firstVersion, version()).map(this::tag).boxed().toList();
        }

        long version() {
            return tags.size();
        }

        boolean isIn(Optional<AggregateDetails> details) {
            return details.map(there -> there.version() == version() && there.firstVersion() == firstVersion
                    && there.state() == state).orElse(tags.isEmpty());
        }
    }

    /// From now on segments are written anew and payloads erased between other steps.
    Ledger withHousekeeping() {
        housekeeping = true;
        return this;
    }

    /// Something to do to a store.
    private interface Step {
        Map<AggregateKey, Account> after();

        void run(EventStore store);
    }

    /// Does some steps. A failure is thrown, and leaves the outcome of that step unknown.
    void work(EventStore store, int steps) {
        for (int i = 0; i < steps; i++) {
            perform(store, switch (random.nextInt(10)) {
                case 0 -> trim();
                case 1 -> delete();
                case 2 -> housekeeping ? compact() : append(store);
                case 3 -> housekeeping && random.nextBoolean() ? erase() : append(store);
                default -> append(store);
            });
        }
    }

    /// After a failure: the last step happened whole or not at all. Does it now if it did not.
    void settle(EventStore store) {
        unknown.ifPresent(step -> {
            boolean absent = step.after().keySet().stream()
                    .allMatch(key -> account(key).isIn(store.details(key)));
            boolean whole = step.after().entrySet().stream()
                    .allMatch(entry -> entry.getValue().isIn(store.details(entry.getKey())));
            assertThat(absent || whole).as("%s is there whole or not at all", step).isTrue();
            perform(store, step);
        });
    }

    /// What was refused did not happen.
    void refused() {
        unknown = Optional.empty();
    }

    private void perform(EventStore store, Step step) {
        unknown = Optional.of(step);
        step.run(store);
        accounts.putAll(step.after());
        unknown = Optional.empty();
    }

    private Step append(EventStore store) {
        var map = store.partitionMap();
        var first = key(random.nextInt(aggregates));
        var after = new LinkedHashMap<AggregateKey, Account>();
        // Without a command nobody could tell after a failure whether it was executed.
        var request = AppendRequest.builder()
                .commandId(new UUID((random.nextLong() & ~0xF000L) | 0x4000L, random.nextLong() | Long.MIN_VALUE));
        for (int i = random.nextInt(3); i >= 0; i--) {
            var key = i == 0 ? first : key(random.nextInt(aggregates));
            boolean together = map.shardOf(store.routingRule(), key).equals(map.shardOf(store.routingRule(), first));
            if (together && !after.containsKey(key)) {
                var tags = new ArrayList<Long>();
                var events = new ArrayList<NewEvent>();
                for (int event = random.nextInt(3); event >= 0; event--) {
                    tags.add(++lastTag);
                    events.add(NewEvent.of("Noted", ByteBuffer.allocate(8 + random.nextInt(200)).putLong(lastTag)
                            .array()));
                }
                after.put(key, account(key).with(tags));
                request.write(key, ExpectedVersion.any(), events);
            }
        }
        return appending(request.build(), after);
    }

    private Step appending(AppendRequest request, Map<AggregateKey, Account> changed) {
        return new Step() {
            @Override
            public Map<AggregateKey, Account> after() {
                return changed;
            }

            @Override
            public void run(EventStore store) {
                var result = store.append(request);
                changed.forEach((key, account) -> assertThat(result.version(key)).isEqualTo(account.version()));
                commands.put(request, result);
            }
        };
    }

    private Step trim() {
        var key = key(random.nextInt(aggregates));
        var before = account(key);
        if (before.tags().isEmpty() || before.state() != AggregateState.LIVE) {
            return changing(Map.of(), store -> {});
        }
        long keepFrom = before.firstVersion() + random.nextLong(before.version() + 2 - before.firstVersion());
        return changing(Map.of(key, new Account(before.tags(), keepFrom, AggregateState.LIVE,
                before.erasedThrough())),
                store -> store.trim(key, keepFrom));
    }

    private Step delete() {
        var key = key(random.nextInt(aggregates));
        var before = account(key);
        if (before.tags().isEmpty() || before.state() != AggregateState.LIVE) {
            return changing(Map.of(), store -> {});
        }
        return changing(
                Map.of(key, new Account(before.tags(), before.version() + 1, AggregateState.DELETED_RECREATABLE,
                        before.erasedThrough())),
                store -> store.delete(key, ExpectedVersion.any(), Recreation.ALLOWED));
    }

    private Step compact() {
        var request = random.nextInt(3) == 0 ? CompactionRequest.worthwhile() : CompactionRequest.everything();
        return changing(Map.of(), store -> ((EmbeddedStore) store).compact(request));
    }

    private Step erase() {
        var key = key(random.nextInt(aggregates));
        var before = account(key);
        if (before.tags().isEmpty()) {
            return changing(Map.of(), store -> {});
        }
        return changing(Map.of(key, new Account(before.tags(), before.firstVersion(), before.state(),
                before.version())), store -> ((EmbeddedStore) store).erase(EraseRequest.aggregate(key)));
    }

    private interface Changing {
        void change(EventStore store);
    }

    private static Step changing(Map<AggregateKey, Account> changed, Changing changing) {
        return new Step() {
            @Override
            public Map<AggregateKey, Account> after() {
                return changed;
            }

            @Override
            public void run(EventStore store) {
                changing.change(store);
            }
        };
    }

    private Account account(AggregateKey key) {
        return accounts.getOrDefault(key, Account.NONE);
    }

    private static AggregateKey key(int number) {
        return new AggregateKey(ORG, TYPE, Ids.of(number));
    }

    /// Everything that was acknowledged is there, and nothing else.
    void check(EventStore store) {
        accounts.forEach((key, account) -> checkAggregate(store, key, account));
        checkListing(store);
        checkFeed(store);
        checkCommands(store);
        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
    }

    private static void checkAggregate(EventStore store, AggregateKey key, Account account) {
        assertThat(account.isIn(store.details(key))).as("%s is %s", store.details(key), account).isTrue();
        if (account.state() == AggregateState.LIVE) {
            var readable = account.readable();
            assertThat(read(store, ReadRequest.of(key).limit(7))).isEqualTo(readable);
            assertThat(read(store, ReadRequest.of(key).limit(7).backwards())).isEqualTo(readable.reversed());
        }
    }

    private static List<Long> read(EventStore store, ReadRequest first) {
        var tags = new ArrayList<Long>();
        for (var next = Optional.of(first); next.isPresent();) {
            var page = store.read(next.get());
            page.events().forEach(event -> tags.add(tag(event)));
            next = page.next();
        }
        return tags;
    }

    private static long tag(RecordedEvent event) {
        return event.erased() ? ERASED : ByteBuffer.wrap(event.payload()).getLong();
    }

    private void checkListing(EventStore store) {
        var all = new TreeSet<UUID>();
        var live = new TreeSet<UUID>();
        accounts.forEach((key, account) -> {
            all.add(key.aggregateId());
            if (account.state() == AggregateState.LIVE) {
                live.add(key.aggregateId());
            }
        });
        var aggregatesOfType = ListRequest.aggregates(ORG, TYPE).limit(1_000);
        assertThat(new TreeSet<>(store.list(aggregatesOfType).ids())).isEqualTo(live);
        assertThat(new TreeSet<>(store.list(aggregatesOfType.withDeleted()).ids())).isEqualTo(all);
        assertThat(store.list(ListRequest.orgs()).ids()).isEqualTo(accounts.isEmpty() ? List.of() : List.of(ORG));
    }

    private void checkFeed(EventStore store) {
        var seen = new HashMap<AggregateKey, NavigableMap<Long, Long>>();
        var places = new HashMap<UUID, Map<Integer, Long>>();
        for (var commit : Collected.everything(store)) {
            if (commit.change() instanceof Change.Appended appended) {
                appended.events().forEach(event -> {
                    var tags = seen.computeIfAbsent(event.key(), key -> new TreeMap<>());
                    assertThat(tags.isEmpty() || tags.lastKey() < event.version()).isTrue();
                    tags.put(event.version(), tag(event));
                });
                places.computeIfAbsent(commit.commandId().orElseThrow(), id -> new TreeMap<>()).put(commit.partition(),
                        commit.sequence());
            }
        }
        accounts.forEach((key, account) -> checkFeed(account, seen.getOrDefault(key, new TreeMap<>())));
        commands.forEach((request, result) -> assertThat(places.get(request.commandId().orElseThrow()))
                .isEqualTo(result.sequences()));
        assertThat(places).hasSameSizeAs(commands);
    }

    /// What can be read is in the feed; what was trimmed may be, unless nothing is ever reclaimed.
    private void checkFeed(Account account, NavigableMap<Long, Long> seen) {
        seen.forEach((version, tag) -> assertThat(tag).isEqualTo(account.tag(version)));
        long first = housekeeping ? account.firstVersion() : 1;
        assertThat(seen.tailMap(first).keySet()).hasSize((int) (account.version() - first + 1));
    }

    private void checkCommands(EventStore store) {
        commands.forEach((request, result) -> {
            var again = store.append(request);
            assertThat(again.versions()).isEqualTo(result.versions());
            assertThat(again.sequences()).isEqualTo(result.sequences());
            assertThat(again.duplicate()).isTrue();
        });
    }
}
