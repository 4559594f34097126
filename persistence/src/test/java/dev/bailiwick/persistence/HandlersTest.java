package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Deliveries.eventually;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// What becomes of events after they were committed.
class HandlersTest {
    private static final HandlerOptions HASTY = HandlerOptions.standard().withMaxIdle(Duration.ofMillis(20))
            .withPageSize(10).withLease(Duration.ofMinutes(1));
    private static final RetryPolicy TWICE = new RetryPolicy(2, Duration.ofMillis(1), Duration.ofMillis(2));
    private static final RetryPolicy OFTEN = new RetryPolicy(100, Duration.ofMillis(50), Duration.ofSeconds(1));

    /// Empty databases with tables.
    private record Setting(Fixture fixture) implements AutoCloseable {
        static Setting of(TestDatabases kind, int shards) {
            var fixture = Fixture.with("handlers", kind, kind.create(shards));
            fixture.registry().migrate(Fixture.SCRIPTS);
            return new Setting(fixture);
        }

        DatabaseRegistry registry() {
            return fixture.registry();
        }

        AccountRepository accounts() {
            return fixture.accounts();
        }

        Handlers start(Handler... handlers) {
            return Handlers.start(registry(), HASTY, List.of(handlers));
        }

        Account add(ShardIdentifier shard, int events) {
            var account = accounts().add(Account.on(shard, "a"));
            for (int i = 1; i < events; i++) {
                account = accounts().update(account.payIn("1.00"));
            }
            return account;
        }

        List<Account> addMany(ShardIdentifier shard, int accounts, int events) {
            var all = new ArrayList<>(accounts().addAll(IntStream.range(0, accounts)
                    .mapToObj(i -> Account.on(shard, "m" + i)).toList()));
            for (int i = 1; i < events; i++) {
                all.replaceAll(account -> account.payIn("1.00"));
                all = new ArrayList<>(accounts().updateAll(all));
            }
            return all;
        }

        /// Executes a statement on a table of the default shard.
        int execute(String sql, String table) {
            var database = registry().defaultDatabase();
            return database.db().execute(sql.formatted(Dialects.frameworkTable(database.dialect(), table)));
        }

        long count(String condition, String table) {
            var database = registry().defaultDatabase();
            var row = database.db().fetchOne("SELECT count(*) FROM "
                    + Dialects.frameworkTable(database.dialect(), table) + " WHERE " + condition);
            return row == null ? 0 : row.get(0, Long.class);
        }

        @Override
        public void close() {
            registry().close();
        }
    }

    private static HandlerMetrics metrics(Handlers handlers, ShardIdentifier shard) {
        return handlers.metrics().stream().filter(each -> each.shard().equals(shard)).findFirst().orElseThrow();
    }

    @ParameterizedTest
    @EnumSource
    void everyEventOfEveryShardComesOnceAndThoseOfAModelInOrder(TestDatabases kind) {
        try (var setting = Setting.of(kind, 4)) {
            var shards = List.of(S00, S01, S10, S11);
            shards.forEach(shard -> setting.addMany(shard, 12, 3)); // before there are handlers
            var deliveries = new Deliveries();

            try (var handlers = setting.start(Handler.of("all", deliveries).withConcurrency(8))) {
                shards.forEach(shard -> setting.addMany(shard, 5, 4));
                deliveries.awaitTaken(4 * (36 + 20));
                assertThat(handlers.metrics()).hasSize(4).allMatch(each -> each.delivered() == 56);
            }
            Deliveries.assertOnceAndInOrder(deliveries.taken(), 4 * 56);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aHandlerGetsWhatItWantsAndGoesOnAfterARestart(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var before = setting.add(S00, 3);
            var opened = new Deliveries();
            var payments = new Deliveries();
            var remarks = new Deliveries();
            var handlers = new Handler[]{Handler.of("opened", opened).ofModels(Account.class).ofTypes("Opened"),
                    Handler.of("payments", payments).ofTypes("PaidIn").fromNow(),
                    Handler.of("remarks", remarks).ofModels(Remark.class)};

            try (var started = setting.start(handlers)) {
                eventually("all are there", () -> setting.count("1 = 1", "handler_slots") == 3 * Slot.COUNT);
                setting.add(S00, 2);
                opened.awaitTaken(2);
                payments.awaitTaken(1);
                assertThat(started.metrics()).hasSize(3);
            }
            setting.accounts().update(before.payIn("9.00")); // while nobody is there
            try (var started = setting.start(handlers)) {
                payments.awaitTaken(2);
                assertThat(started.metrics()).hasSize(3);
            }
            assertThat(opened.taken()).extracting(LoggedEvent::type).containsExactly("Opened", "Opened");
            assertThat(payments.taken()).hasSize(2).extracting(LoggedEvent::type).containsOnly("PaidIn");
            assertThat(payments.versionsOf(before)).containsExactly(4L);
            assertThat(remarks.taken()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsIsTriedAgainWhileOtherModelsPassAndItsOwnEventsWait(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var failing = setting.add(S00, 4);
            var id = failing.id.uuid().toString();
            var deliveries = new Deliveries();
            deliveries.refuse(event -> event.modelId().equals(id) && event.version() == 2);

            try (var handlers = setting.start(Handler.of("all", deliveries).withRetry(OFTEN))) {
                deliveries.awaitRefused(3);
                setting.accounts().update(setting.accounts().getById(failing.id).payIn("5.00"));
                setting.addMany(S00, 30, 2); // after it in the feed
                deliveries.awaitTaken(1 + 60);
                assertThat(deliveries.versionsOf(failing)).containsExactly(1L);
                deliveries.refuse(event -> false);
                deliveries.awaitTaken(5 + 60);

                eventually("nothing waits", () -> setting.count("1 = 1", "handler_stalls") == 0);
                var metrics = metrics(handlers, S00);
                assertThat(metrics.failed()).isEqualTo(deliveries.refused().size());
                assertThat(metrics.retried()).isEqualTo(deliveries.refused().size());
                assertThat(metrics.parked()).isZero();
            }
            Deliveries.assertOnceAndInOrder(deliveries.taken(), 65);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatFailsForGoodIsParkedAndIsTriedAgainOnDemand(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var poisoned = setting.add(S00, 4);
            var id = poisoned.id.uuid().toString();
            var deliveries = new Deliveries();
            deliveries.refuse(event -> event.modelId().equals(id) && event.version() == 2);

            try (var handlers = setting.start(Handler.of("all", deliveries).withRetry(TWICE))) {
                eventually("it is parked", () -> !handlers.parked().list().items().isEmpty());
                setting.accounts().update(setting.accounts().getById(poisoned.id).payIn("5.00"));
                setting.addMany(S00, 5, 2); // after it in the feed
                deliveries.awaitTaken(1 + 10);

                var parked = handlers.parked().list("all").items().getFirst();
                assertThat(parked.event().version()).isEqualTo(2);
                assertThat(parked.attempts()).isEqualTo(2);
                assertThat(parked.shard()).isEqualTo(S00);
                assertThat(parked.failure()).contains("refused " + id + " 2");
                assertThat(deliveries.refused()).hasSize(2);
                assertThat(deliveries.versionsOf(poisoned)).containsExactly(1L);
                eventually("the others are done", () -> metrics(handlers, S00).backlog().orElseThrow().events() == 0);
                var metrics = metrics(handlers, S00);
                assertThat(metrics.parked()).isEqualTo(1);
                assertThat(metrics.backlog().orElseThrow().parked()).isEqualTo(1);
                assertThat(handlers.parked().list("others").items()).isEmpty();

                assertThat(handlers.parked().retry(parked)).isTrue(); // and fails again
                eventually("it is parked again", () -> deliveries.refused().size() == 4
                        && !handlers.parked().list().items().isEmpty());
                deliveries.refuse(event -> false);
                assertThat(handlers.parked().retryAll("all")).isEqualTo(1);
                deliveries.awaitTaken(5 + 10);
                assertThat(handlers.parked().retry(parked)).isFalse();
            }
            Deliveries.assertOnceAndInOrder(deliveries.taken(), 15);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsDiscardedIsLeftOutAndWhatWaitedBehindItComes(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var poisoned = setting.add(S00, 30); // more than a page
            var deliveries = new Deliveries();
            deliveries.refuse(event -> event.version() == 2);

            try (var handlers = setting.start(Handler.of("all", deliveries).withRetry(TWICE))) {
                eventually("it is parked", () -> !handlers.parked().list().items().isEmpty());
                assertThat(handlers.parked().discard(handlers.parked().list().items().getFirst())).isTrue();
                deliveries.awaitTaken(29);
                eventually("nothing waits", () -> setting.count("1 = 1", "handler_stalls") == 0);
                setting.accounts().update(poisoned.payIn("1.00"));
                deliveries.awaitTaken(30);
            }
            var expected = new ArrayList<>(IntStream.rangeClosed(1, 31).mapToObj(Long::valueOf).toList());
            expected.remove(2L);
            assertThat(deliveries.versionsOf(poisoned)).isEqualTo(expected);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsWrittenByAHandlerInATransactionIsWrittenOnce(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var total = setting.accounts().add(Account.on(S00, "total"));
            setting.addMany(S00, 6, 3);
            var attempts = new AtomicInteger();
            Handler totals = Handler.of("totals", event -> {
                setting.accounts().update(setting.accounts().getById(total.id).payIn("1.00"));
                if (attempts.incrementAndGet() % 5 == 0) {
                    throw new IllegalStateException("rolled back on purpose");
                }
            }).ofTypes("Opened").withRetry(OFTEN).inTransaction().withConcurrency(1);

            for (int delivered = 0; delivered < 2; delivered++) {
                try (var handlers = setting.start(totals)) {
                    eventually("all are done", () -> metrics(handlers, S00).delivered() >= 7
                            && setting.count("1 = 1", "handler_stalls") == 0);
                }
                assertThat(setting.accounts().getById(total.id).balance).isEqualByComparingTo("7.00");
                setting.execute("UPDATE %s SET after_position = 0", "handler_slots"); // everything comes again
            }
            assertThat(attempts.get()).isEqualTo(8);
        }
    }

    @ParameterizedTest
    @EnumSource
    void closingWaitsForWhatRunsAndNothingOfItComesAgain(TestDatabases kind) throws InterruptedException {
        try (var setting = Setting.of(kind, 1)) {
            setting.addMany(S00, 20, 3);
            var deliveries = new Deliveries();
            var running = new CountDownLatch(5);
            var go = new CountDownLatch(1);
            var slow = Handler.of("slow", event -> {
                running.countDown();
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
                deliveries.handle(event);
            }).withConcurrency(5);
            var options = HASTY.withPageSize(60);

            var handlers = Handlers.start(setting.registry(), options, List.of(slow));
            assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
            var closing = Thread.ofVirtual().start(handlers::close);
            eventually("it is closing", () -> closing.getState() == Thread.State.TIMED_WAITING);
            go.countDown();
            closing.join();
            int taken = deliveries.taken().size();
            assertThat(taken).isBetween(5, 59);
            assertThat(setting.count("owner_id IS NOT NULL", "handler_slots")).isZero();
            assertThat(setting.count("1 = 1", "handler_workers")).isZero();

            try (var again = Handlers.start(setting.registry(), options, List.of(slow))) {
                deliveries.awaitTaken(60);
                eventually("nothing waits", () -> setting.count("1 = 1", "handler_stalls") == 0);
                assertThat(again.metrics()).hasSize(1);
            }
            Deliveries.assertOnceAndInOrder(deliveries.taken(), 60);
        }
    }

    @ParameterizedTest
    @EnumSource
    void workersShareTheSlotsAndTakeOverFromOneThatLeaves(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1);
                var other = DatabaseRegistry.fromConfig(Fixture.config(setting.fixture.configs()))) {
            var deliveries = new Deliveries();
            var options = HASTY.withLease(Duration.ofSeconds(12));
            var handler = List.of(Handler.of("all", deliveries));
            var accounts = setting.addMany(S00, 40, 1);

            try (var first = Handlers.start(setting.registry(), options, handler)) {
                eventually("it has all", () -> metrics(first, S00).slots() == Slot.COUNT);
                try (var second = Handlers.start(other, options, handler)) {
                    for (int i = 0; i < 10 || metrics(second, S00).slots() != Slot.COUNT / 2; i++) {
                        accounts = setting.accounts().updateAll(accounts.stream().map(each -> each.payIn("1.00"))
                                .toList());
                        assertThat(i).as("rounds until it is shared").isLessThan(5_000);
                    }
                    eventually("it is shared", () -> metrics(first, S00).slots() == Slot.COUNT / 2);
                    assertThat(setting.count("owner_id IS NOT NULL", "handler_slots")).isEqualTo(Slot.COUNT);
                    accounts = setting.accounts().updateAll(accounts.stream().map(each -> each.payIn("1.00"))
                            .toList());
                    eventually("both have worked", () -> metrics(first, S00).delivered() > 0
                            && metrics(second, S00).delivered() > 0);
                }
                eventually("it has all again", () -> metrics(first, S00).slots() == Slot.COUNT);
                accounts = setting.accounts().updateAll(accounts.stream().map(each -> each.payIn("1.00")).toList());
                deliveries.awaitTaken((int) (40 * accounts.getFirst().version));
            }
            Deliveries.assertOnceAndInOrder(deliveries.taken(), (int) (40 * accounts.getFirst().version));
        }
    }

    /// As after a commit that failed, when the other one has just given its slots back.
    @ParameterizedTest
    @EnumSource
    void whoForgetsItsSlotsAndTakesOthersLetsTheFirstGo(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var table = new SlotTable(setting.registry().defaultDatabase(), "all");
            table.create(0);
            var first = new HeldSlots(table, new UUID(0, 1), HASTY);
            var second = new HeldSlots(table, new UUID(0, 2), HASTY);
            first.tend();
            second.tend();
            first.tend();
            second.tend();
            assertThat(List.of(first.all().size(), second.all().size())).containsOnly(Slot.COUNT / 2);
            assertThat(first.all().getFirst().number()).isZero();

            table.release(new UUID(0, 1), first.all());
            first.forget();
            second.forget();
            second.tend();
            assertThat(second.all()).hasSize(Slot.COUNT / 2).allMatch(slot -> slot.number() < Slot.COUNT / 2);
            second.renew();
            assertThat(second.lease().isHeld()).isTrue();
            first.tend();
            assertThat(first.all()).hasSize(Slot.COUNT / 2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoseLeaseHasRunOutCannotAcknowledge(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var table = new SlotTable(setting.registry().defaultDatabase(), "all");
            table.create(0);
            table.create(0); // once more does nothing
            assertThat(table.isThere()).isTrue();
            var first = new HeldSlots(table, new UUID(0, 1), HASTY);
            var second = new HeldSlots(table, new UUID(0, 2), HASTY);
            first.tend();
            assertThat(first.all()).hasSize(Slot.COUNT);
            first.all().forEach(slot -> slot.advance(10));
            first.acknowledge(transaction -> {});

            setting.execute("UPDATE %s SET expires_ms = 1", "handler_slots");
            first.all().forEach(slot -> slot.advance(20));
            assertThatExceptionOfType(HeldSlots.LeaseLostException.class)
                    .isThrownBy(() -> first.acknowledge(transaction -> {})); // though nobody has taken them yet
            setting.execute("DELETE FROM %s", "handler_workers");
            second.tend();
            assertThat(second.all()).hasSize(Slot.COUNT).allMatch(slot -> slot.position() == 10 && slot.fence() == 2);
            second.all().forEach(slot -> slot.advance(30));
            second.acknowledge(transaction -> {});
            assertThatExceptionOfType(HeldSlots.LeaseLostException.class)
                    .isThrownBy(() -> first.acknowledge(transaction -> {}));
            assertThat(first.lease().isHeld()).isTrue();
            first.renew(); // finds out
            assertThat(first.lease().isHeld()).isFalse();

            assertThat(setting.count("after_position = 30", "handler_slots")).isEqualTo(Slot.COUNT);
            setting.execute("UPDATE %s SET owner_id = NULL", "handler_slots");
            second.forget();
            second.tend();
            assertThat(second.all()).isNotEmpty().allMatch(slot -> slot.fence() == 3);
        }
    }

    /// A worker whose leases are taken from it while its handler runs.
    @ParameterizedTest
    @EnumSource
    void aWorkerThatIsOvertakenDoesNotUndoWhatItsSuccessorDid(TestDatabases kind) throws InterruptedException {
        try (var setting = Setting.of(kind, 1);
                var other = DatabaseRegistry.fromConfig(Fixture.config(setting.fixture.configs()))) {
            var account = setting.add(S00, 3);
            var running = new CountDownLatch(1);
            var go = new CountDownLatch(1);
            var slow = new Deliveries();
            var successor = new Deliveries();
            var patient = HASTY.withLease(Duration.ofMinutes(30)); // it does not notice by itself

            try (var first = Handlers.start(setting.registry(), patient, List.of(Handler.of("all", event -> {
                slow.handle(event);
                running.countDown();
                assertThat(go.await(60, TimeUnit.SECONDS)).isTrue();
            })))) {
                assertThat(running.await(60, TimeUnit.SECONDS)).isTrue();
                setting.execute("UPDATE %s SET expires_ms = 1", "handler_slots");
                setting.execute("DELETE FROM %s", "handler_workers");
                try (var second = Handlers.start(other, patient, List.of(Handler.of("all", successor)))) {
                    successor.awaitTaken(3);
                    eventually("it is acknowledged", () -> setting.count("after_position = 3", "handler_slots") > 0);
                    go.countDown();
                    setting.accounts().update(account.payIn("1.00"));
                    successor.awaitTaken(4);
                    assertThat(second.metrics()).hasSize(1);
                }
                assertThat(first.metrics()).hasSize(1);
            }
            assertThat(successor.versionsOf(account)).containsExactly(1L, 2L, 3L, 4L);
            assertThat(slow.versionsOf(account)).startsWith(1L).doesNotContain(4L);
            assertThat(setting.count("after_position < 3", "handler_slots")).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCommitOfThisProcessIsNoticedAtOnce(TestDatabases kind) {
        try (var setting = Setting.of(kind, 1)) {
            var pump = FeedPump.start(setting.registry().defaultDatabase(), Duration.ofHours(1), Duration.ofHours(1));
            setting.add(S00, 1);
            eventually("it is noticed", () -> pump.lastPosition() == 1);
            setting.add(S00, 1);
            eventually("it is noticed", () -> pump.lastPosition() == 2);
            pump.close();
        }
    }

    @Test
    void slotsAreSharedFairlyHoweverManyWorkersThereAre() {
        for (int count = 1; count <= 20; count++) {
            var workers = new TreeSet<UUID>();
            for (int i = 0; i < count; i++) {
                workers.add(UUID.randomUUID());
            }
            var shares = workers.stream().map(worker -> HeldSlots.share(workers, worker)).toList();

            assertThat(shares.stream().mapToInt(Integer::intValue).sum()).isEqualTo(Slot.COUNT);
            assertThat(shares.stream().max(Integer::compare).orElseThrow()
                    - shares.stream().min(Integer::compare).orElseThrow()).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void limitsAreEnforced() {
        EventHandler nothing = event -> {};
        assertThatIllegalArgumentException().isThrownBy(() -> Handler.of(" ", nothing));
        assertThatIllegalArgumentException().isThrownBy(() -> Handler.of("n".repeat(101), nothing));
        assertThatIllegalArgumentException().isThrownBy(() -> Handler.of("a\nb", nothing));
        assertThatIllegalArgumentException().isThrownBy(() -> Handler.of("n", nothing).withConcurrency(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Handler.of("n", nothing)
                .ofTypes(IntStream.range(0, 101).mapToObj(i -> "T" + i).toArray(String[]::new)));
        assertThatIllegalArgumentException().isThrownBy(() -> HASTY.withPageSize(5_001));
        assertThatIllegalArgumentException().isThrownBy(() -> HASTY.withLease(Duration.ofMillis(99)));
        assertThatIllegalArgumentException().isThrownBy(() -> HASTY.withMaxIdle(Duration.ofMinutes(2)));
        assertThatIllegalArgumentException().isThrownBy(() -> HASTY.withCloseWait(Duration.ofHours(2)));
        assertThat(HandlerOptions.standard()).isEqualTo(new HandlerOptions(Duration.ofSeconds(10),
                Duration.ofMillis(500), 500, Duration.ofSeconds(30)));
        try (var setting = Setting.of(TestDatabases.H2, 1)) {
            assertThatIllegalArgumentException().isThrownBy(setting::start);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> setting.start(Handler.of("n", nothing), Handler.of("n", nothing)))
                    .withMessageContaining("two handlers are named 'n'");
        }
    }
}
