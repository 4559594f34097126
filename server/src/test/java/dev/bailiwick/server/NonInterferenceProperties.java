package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import dev.bailiwick.store.Recreation;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Whatever another org does, a caller of one org is told exactly what it would be told if it had the store for itself.
class NonInterferenceProperties {
    private static final UUID MINE = new UUID(0, 1);
    private static final UUID THEIRS = new UUID(0, 2);
    private static final int STEPS = 60;

    @Property(tries = 60)
    void nothingThatAnotherOrgDoesCanBeSeen(@ForAll long seed) throws InterruptedException {
        try (var alone = InMemoryEventStore.create(); var shared = InMemoryEventStore.create()) {
            var byItself = new Scopes(alone).of(MINE, Right.values());
            var scopes = new Scopes(shared);
            var amongOthers = scopes.of(MINE, Right.values());
            var others = scopes.of(THEIRS, Right.values());
            var choices = new Random(seed);
            var noise = new Random(~seed);

            for (int step = 0; step < STEPS; step++) {
                for (int other = noise.nextInt(4); other > 0; other--) {
                    answer(others, THEIRS, noise.nextLong());
                }
                long choice = choices.nextLong();
                assertThat(answer(amongOthers, MINE, choice)).as("step %d of seed %d", step, seed)
                        .isEqualTo(answer(byItself, MINE, choice));
            }
            assertThat(feed(amongOthers)).as("feed of seed %d", seed).isEqualTo(feed(byItself));
        }
    }

    /// One operation of an org and everything that can be seen of its outcome, but for times and hashes, which no two stores share.
    private static String answer(EventStore store, UUID org, long choice) {
        var random = new Random(choice);
        var key = key(org, random);
        try {
            return switch (random.nextInt(8)) {
                case 0, 1, 2 -> store.append(request(org, random)).toString();
                case 3 -> store.read(ReadRequest.of(key).limit(1 + random.nextInt(3))).events().stream()
                        .map(NonInterferenceProperties::text).toList().toString();
                case 4 -> store.details(key).map(NonInterferenceProperties::text).toString();
                case 5 -> text(store.trim(key, 1 + random.nextInt(4)));
                case 6 -> text(store.delete(key, expected(random), Recreation.ALLOWED));
                default -> listed(store, org, random);
            };
        } catch (BailiwickException e) {
            return e.getMessage() + e.fields();
        }
    }

    private static AppendRequest request(UUID org, Random random) {
        var request = AppendRequest.builder();
        if (random.nextBoolean()) {
            request.commandId(new UUID(0x4000, 0x8000_0000_0000_0000L + random.nextInt(6)));
        }
        var first = key(org, random);
        var second = key(org, random);
        request.write(first, expected(random), event(random));
        if (!second.equals(first)) {
            request.write(second, expected(random), event(random));
        }
        return request.build();
    }

    private static String listed(EventStore store, UUID org, Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> store.list(ListRequest.orgs()).toString();
            case 1 -> store.list(ListRequest.aggregateTypes(org)).toString();
            case 2 -> store.list(ListRequest.aggregates(org, new UUID(0, 5)).withDeleted()).toString();
            default -> store.verify(VerifyRequest.org(org)).toString();
        };
    }

    private static NewEvent event(Random random) {
        return NewEvent.of("T" + random.nextInt(3), new byte[]{(byte) random.nextInt(3)});
    }

    private static AggregateKey key(UUID org, Random random) {
        return AggregateKey.of(org, new UUID(0, 5), new UUID(0, random.nextInt(6)));
    }

    private static ExpectedVersion expected(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> ExpectedVersion.exactly(random.nextInt(4));
            case 1 -> ExpectedVersion.noStream();
            case 2 -> ExpectedVersion.exists();
            default -> ExpectedVersion.any();
        };
    }

    private static String text(RecordedEvent event) {
        return event.key() + "@" + event.version() + " " + event.type() + event.payload()[0] + " in "
                + event.partition()
                + "/" + event.sequence();
    }

    private static String text(AggregateDetails details) {
        return details.key() + "@" + details.version() + " from " + details.firstVersion() + " " + details.state();
    }

    /// Everything that a subscription brings up to a last event: partition by partition, since there is no order between them.
    private static List<String> feed(EventStore store) throws InterruptedException {
        var last = AggregateKey.of(MINE, new UUID(0, 6), new UUID(0, 0));
        var batches = new LinkedBlockingQueue<FeedBatch>();
        var commits = new ArrayList<Commit>();
        try (var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), batches::add)) {
            assertThat(subscription.position().kind()).isEqualTo(FeedPosition.Kind.SAVED);
            store.append(last, ExpectedVersion.any(), NewEvent.of("Last", new byte[1]));
            while (commits.stream().noneMatch(commit -> commit.events().stream().anyMatch(it -> it.key().equals(last)))
                    || !batches.isEmpty()) {
                commits.addAll(Objects.requireNonNull(batches.poll(60, TimeUnit.SECONDS)).commits());
            }
        }
        return commits.stream().collect(Collectors.groupingBy(Commit::partition)).entrySet().stream()
                .map(partition -> partition.getKey() + ": " + partition.getValue().stream()
                        .map(commit -> commit.sequence() + " " + commit.commandId() + commit.events().stream()
                                .map(NonInterferenceProperties::text).toList())
                        .toList())
                .toList();
    }
}
