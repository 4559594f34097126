package dev.bailiwick.examples;

import static dev.bailiwick.examples.GiftCards.GIFT_CARDS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.persistence.ActionExecutor;
import dev.bailiwick.persistence.DataSourceConfig;
import dev.bailiwick.persistence.DatabaseRegistry;
import dev.bailiwick.persistence.ExecutionConfiguration;
import dev.bailiwick.persistence.GatherOptions;
import dev.bailiwick.persistence.Gathered;
import dev.bailiwick.persistence.Handler;
import dev.bailiwick.persistence.HandlerMetrics;
import dev.bailiwick.persistence.Handlers;
import dev.bailiwick.persistence.KeyedLock;
import dev.bailiwick.persistence.KeyedLockOptions;
import dev.bailiwick.persistence.KeyedLockProvider;
import dev.bailiwick.persistence.LoggedEvent;
import dev.bailiwick.persistence.Page;
import dev.bailiwick.persistence.PageRequest;
import dev.bailiwick.persistence.ParkedEvent;
import dev.bailiwick.persistence.ParkedEvents;
import dev.bailiwick.persistence.RepositoryRegistry;
import dev.bailiwick.persistence.RetryPolicy;
import dev.bailiwick.persistence.ShardingConfig;
import dev.bailiwick.persistence.StaleRecordException;
import dev.bailiwick.persistence.UnfinishedAction;
import dev.bailiwick.placement.ShardIdentifier;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PersistenceTest {
    private static final List<String> SCRIPTS = List.of("classpath:giftcards");

    @Test
    void oneDatabaseNeedsNoSharding() {
        // snippet: one-database
        var config = ShardingConfig.single(DataSourceConfig.of("jdbc:h2:mem:gifts;DB_CLOSE_DELAY=-1"));
        try (var databases = DatabaseRegistry.fromConfig(config)) {
            databases.migrate(List.of("classpath:giftcards"));

            var cards = new GiftCardRepository(databases);
            var executor = ActionExecutor.builder(databases, RepositoryRegistry.of(cards))
                    .action(new RedeemGiftCardAction(cards))
                    .build();

            var issued = cards.add(GiftCard.issue(ShardIdentifier.DEFAULT, "XMAS-1", BigDecimal.TEN, Instant.now()));
            var redeemed = executor.execute(() -> "clerk", RedeemGiftCardAction.class,
                    new RedeemGiftCardAction.Params(issued.id));

            assertThat(redeemed.version).isEqualTo(2); // and redeemed.events() is empty: row and event are written
        }
        // end
    }

    private static DatabaseRegistry twoShards(String name) {
        var yaml = """
                sharding:
                  groups:
                    - group: 0
                      members: [{member: 0, configs: {primary-config: {jdbc-url: 'jdbc:h2:mem:%s0;DB_CLOSE_DELAY=-1'}}}]
                    - group: 1
                      members: [{member: 0, configs: {primary-config: {jdbc-url: 'jdbc:h2:mem:%s1;DB_CLOSE_DELAY=-1'}}}]
                """.formatted(name, name);
        var databases = DatabaseRegistry.fromConfig(ShardingConfig.parse(yaml, Map.of()));
        databases.migrate(SCRIPTS);
        return databases;
    }

    @Test
    void configurationIsLoadedFromAFile(@TempDir Path directory) throws IOException {
        var file = Files.writeString(directory.resolve("shards.yaml"),
                "database: {primary-config: {jdbc-url: 'jdbc:h2:mem:fromfile;DB_CLOSE_DELAY=-1'}}");
        // snippet: wiring
        try (var databases = DatabaseRegistry.fromConfig(ShardingConfig.load(file))) {
            var report = databases.migrate(List.of("classpath:giftcards"));
            var repositories = RepositoryRegistry.indexed(databases);
            var executor = ActionExecutor.builder(databases, repositories).indexed().build();
            // end
            assertThat(report.failed()).isEmpty();
            assertThat(executor).isNotNull();
            assertThat(repositories.get(GiftCardRepository.class).count()).isZero();
        }
    }

    @Test
    void questionsGoToAllShards() {
        try (var databases = twoShards("ask")) {
            var cards = new GiftCardRepository(databases);
            cards.add(GiftCard.issue(ShardIdentifier.of(1, 0), "A", BigDecimal.ONE, Instant.now()));
            // snippet: reading
            List<GiftCard> ones = cards.findAllWhere(GIFT_CARDS.worth.eq(BigDecimal.ONE)); // every shard, in parallel

            Gathered<GiftCard> some = cards.findAllWhere(GIFT_CARDS.worth.eq(BigDecimal.ONE),
                    GatherOptions.standard().withDeadline(Duration.ofSeconds(30)).allowPartial());
            some.missing(); // the shards that failed or were late, and why

            var request = PageRequest.by(GIFT_CARDS.createdDate).inDescendingOrder().withSize(50);
            Page<GiftCard> page = cards.findPage(request);
            page.next().ifPresent(cursor -> cards.findPage(request.after(cursor)));
            // end
            assertThat(ones).hasSize(1);
            assertThat(some.isComplete()).isTrue();
            assertThat(page.next()).isEmpty();
            assertThat(cards.withCodeOnSameShardAs(ones.getFirst().id, "A")).hasSize(1);
        }
    }

    @Test
    void transactionsAreOnOneShard() {
        try (var databases = twoShards("tx")) {
            var cards = new GiftCardRepository(databases);
            var mexico = ShardIdentifier.of(1, 0);
            // snippet: transaction
            GiftCard card = databases.inTransaction(mexico, () -> {
                var added = cards.add(GiftCard.issue(mexico, "B", BigDecimal.TWO, Instant.now()));
                return cards.getById(added.id); // joins the transaction, so it is there
            });
            // end
            assertThat(card.code).isEqualTo("B");
        }
    }

    @Test
    void executionIsConfigured() {
        // snippet: execution
        var crossing = ExecutionConfiguration.Builder.executionConfiguration()
                .allowCrossShard(true)
                .retry(StaleRecordException.class, new RetryPolicy(8, Duration.ofMillis(5), Duration.ofMillis(200)))
                .build();
        // end
        assertThat(crossing.allowCrossShard()).isTrue();
    }

    @Test
    void eventsAreReadByModelAndByShard() {
        try (var databases = twoShards("events")) {
            var cards = new GiftCardRepository(databases);
            var shard = ShardIdentifier.of(1, 0);
            var card = cards.update(cards.add(GiftCard.issue(shard, "E", BigDecimal.ONE, Instant.now())).redeem());
            // snippet: model-events
            var first = cards.eventsOf(card.id, 1, 100); // from version 1, at most 100
            var more = cards.eventsOf(card.id, first.getLast().version() + 1, 100);
            long verified = cards.verifyEventsOf(card); // computes all hashes anew
            // end
            assertThat(first).extracting(LoggedEvent::type).containsExactly("Issued", "Redeemed");
            assertThat(more).isEmpty();
            assertThat(verified).isEqualTo(2);
            // snippet: shard-events
            long position = 0; // where you have been, kept by you
            var page = databases.eventsAfter(shard, position, 1_000);
            for (LoggedEvent event : page) {
                // event.type(), event.payload(), event.modelId(), event.version()
                position = event.position().orElseThrow();
            }
            // end
            assertThat(position).isEqualTo(2);
        }
    }

    @Test
    void whatWasNotFinishedIsFinished() {
        try (var databases = twoShards("unfinished")) {
            var cards = new GiftCardRepository(databases);
            var executor = ActionExecutor.builder(databases, RepositoryRegistry.of(cards)).build();
            // snippet: unfinished
            var unfinished = executor.unfinished();
            for (UnfinishedAction action : unfinished.list()) { // committed(), missing(), params()
                unfinished.resume(action.actionId()); // writes what is missing, and nothing twice
            }
            try (var pass = unfinished.finishEvery(Duration.ofSeconds(30), Duration.ofMinutes(1))) {
                serve(pass); // the application; meanwhile what is older than a minute is resumed
            }
            // end
            assertThat(unfinished.list()).isEmpty();
        }
    }

    private static void serve(AutoCloseable pass) {
        assertThat(pass).isNotNull();
    }

    @Test
    void handlersGetWhatWasCommitted() throws InterruptedException {
        try (var databases = twoShards("handlers")) {
            var cards = new GiftCardRepository(databases);
            var mails = new LinkedBlockingQueue<String>();
            cards.add(GiftCard.issue(ShardIdentifier.of(1, 0), "H", BigDecimal.ONE, Instant.now()));
            // snippet: handlers
            var mail = Handler.of("mail", event -> mails.add("your card " + event.modelId()))
                    .ofModels(GiftCard.class)
                    .ofTypes("Issued");
            var sums = Handler.of("sums", event -> add(event.payload())) // what it writes is written once
                    .inTransaction()
                    .withRetry(new RetryPolicy(5, Duration.ofMillis(100), Duration.ofSeconds(10)));

            try (var handlers = Handlers.start(databases, mail, sums)) { // closed before the databases
                serve(handlers);
                for (HandlerMetrics metrics : handlers.metrics()) { // for each handler and shard
                    metrics.backlog().ifPresent(backlog -> show(metrics.handler(), backlog.events(), backlog.oldest()));
                }
                // end
                assertThat(mails.poll(60, TimeUnit.SECONDS)).startsWith("your card ");
            }
            // snippet: parked
            var parked = ParkedEvents.of(databases); // also in a process that has no handlers
            for (ParkedEvent event : parked.list("mail").items()) { // failure(), attempts(), event()
                boolean isTriedAgain = parked.retry(event); // or parked.discard(event)
                report(event.event().id(), isTriedAgain);
            }
            parked.retryAll("mail");
            // end
            assertThat(parked.list().items()).isEmpty();
        }
    }

    private static void add(String payload) {
        assertThat(payload).startsWith("{");
    }

    private static void show(String handler, long events, Duration oldest) {
        assertThat(handler).isNotEmpty();
        assertThat(events).isNotNegative();
        assertThat(oldest.isNegative()).isFalse();
    }

    private static void report(UUID event, boolean isTriedAgain) {
        assertThat(isTriedAgain).as(event.toString()).isTrue();
    }

    @Test
    void namedLocksExcludeOthers() {
        try (var databases = twoShards("locks")) {
            // snippet: locks
            var options = KeyedLockOptions.standard().withMaxWait(Duration.ofSeconds(2));
            try (var locks = KeyedLockProvider.open(databases, options)) { // one for an application
                try (KeyedLock lock = locks.acquire("nightly-report")) {
                    write(lock.fence()); // what is protected refuses a lesser fence than it has seen
                    lock.ensureHeld(); // before each step that matters
                }
                locks.tryAcquire("nightly-report", Duration.ZERO).ifPresent(KeyedLock::close); // does not wait
            }
            // end
        }
    }

    private static void write(long fence) {
        assertThat(fence).isPositive();
    }
}
