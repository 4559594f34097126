package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S10;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.ShardIdentifier;
import java.security.Principal;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The events of a model as a stream, and those of a shard as a feed.
@ParameterizedClass
@MethodSource("dev.bailiwick.persistence.Fixture#all")
@ResourceLock("databases")
@Execution(ExecutionMode.SAME_THREAD)
class EventStreamTest {
    private final Fixture fixture;
    private final AccountRepository accounts;

    EventStreamTest(Fixture fixture) {
        this.fixture = fixture;
        this.accounts = fixture.accounts();
        fixture.clear();
    }

    private Account withEvents(ShardIdentifier shard, int count) {
        var account = accounts.add(Account.on(shard, "a"));
        for (int i = 1; i < count; i++) {
            account = accounts.update(account.payIn("1.00"));
        }
        return account;
    }

    private String events() {
        return Dialects.frameworkTable(fixture.registry().defaultDatabase().dialect(), "events");
    }

    /// Where the feed ends now; other tests have removed events and not their positions.
    private long end(ShardIdentifier shard) {
        assertThat(fixture.registry().eventsAfter(shard, 0, 1)).isEmpty();
        var database = fixture.database(shard);
        var last = database.db().fetchOne("SELECT last_position FROM "
                + Dialects.frameworkTable(database.dialect(), "feed"));
        return last == null ? 0 : last.get(0, Long.class);
    }

    @Test
    void theEventsOfAModelAreReadInOrderAndByPage() {
        var account = withEvents(S10, 5);
        withEvents(S10, 3);

        var first = accounts.eventsOf(account.id, 1, 2);
        var second = accounts.eventsOf(account.id.uuid(), first.getLast().version() + 1, 2);
        var third = accounts.eventsOf(account.id.getValue(), second.getLast().version() + 1, 2);

        assertThat(first).extracting(LoggedEvent::version).containsExactly(1L, 2L);
        assertThat(first).extracting(LoggedEvent::type).containsExactly("Opened", "PaidIn");
        assertThat(second).extracting(LoggedEvent::version).containsExactly(3L, 4L);
        assertThat(third).extracting(LoggedEvent::version).containsExactly(5L);
        assertThat(accounts.eventsOf(account, 6, 2)).isEmpty();
        assertThat(third.getFirst()).satisfies(event -> {
            assertThat(event.modelType()).isEqualTo("Account");
            assertThat(event.modelId()).isEqualTo(account.id.uuid().toString());
            assertThat(event.modelVersion()).isEqualTo(5);
            assertThat(event.payload()).contains("\"amount\":\"1.00\"");
            assertThat(event.actionId()).isEmpty();
            assertThat(event.hash()).isPresent();
        });
        assertThatIllegalArgumentException().isThrownBy(() -> accounts.eventsOf(account.id, 0, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> accounts.eventsOf(account.id, 1, 10_001));
    }

    @Test
    void anEventKnowsItsActionAndWhoExecutedIt() {
        var account = withEvents(S00, 1);

        fixture.executor().execute(ALICE, PayInAction.class, new PayInAction.Params(List.of(account.id), "2.00"));

        var event = accounts.eventsOf(account.id, 2, 10).getFirst();
        assertThat(event.principal()).contains("alice");
        assertThat(event.date()).isEqualTo(Fixture.NOW);
        assertThat(fixture.events(S00).getValues("id", String.class)).contains(event.actionId().orElseThrow()
                .toString());
    }

    @Test
    void aChainThatNobodyTouchedVerifies() {
        var account = withEvents(S10, 3);
        fixture.executor().execute(ALICE, PayInAction.class, new PayInAction.Params(List.of(account.id), "2.00"));

        assertThat(accounts.verifyEventsOf(account)).isEqualTo(4);
        assertThat(accounts.eventsOf(account.id, 1, 10)).extracting(LoggedEvent::hash).doesNotHaveDuplicates();
    }

    @Test
    void whateverIsChangedInTheLogBreaksTheChain() {
        var spoilt = Map.of("payload = '{}'", 2L, "type = 'Refunded'", 2L, "principal = 'mallory'", 2L,
                "model_version = 9", 2L, "hash = NULL", 2L);
        spoilt.forEach((change, version) -> {
            var account = withEvents(S00, 3);
            fixture.registry().defaultDatabase().db().execute("UPDATE " + events() + " SET " + change
                    + " WHERE model_id = '" + account.id.uuid() + "' AND event_version = 2");

            assertThatExceptionOfType(ChainBrokenException.class).as(change)
                    .isThrownBy(() -> accounts.verifyEventsOf(account))
                    .satisfies(broken -> assertThat(broken.version()).isEqualTo(version));
        });
        var account = withEvents(S00, 3);
        fixture.registry().defaultDatabase().db().execute("DELETE FROM " + events() + " WHERE model_id = '"
                + account.id.uuid() + "' AND event_version = 2");
        assertThatExceptionOfType(ChainBrokenException.class).isThrownBy(() -> accounts.verifyEventsOf(account))
                .withMessageContaining("have a gap at version 2");
    }

    @Test
    void theFeedOfAShardHasItsEventsAndNoOthers() {
        long start = end(S00);
        var account = withEvents(S00, 2);
        fixture.executor().execute(ALICE, PayInAction.class, new PayInAction.Params(List.of(account.id), "2.00"));
        withEvents(S00, 1);

        var feed = fixture.registry().eventsAfter(S00, start, 100);

        assertThat(feed).extracting(LoggedEvent::type).containsExactly("Opened", "PaidIn", "PaidIn", "Opened");
        assertThat(feed).extracting(event -> event.position().orElseThrow()).containsExactly(start + 1, start + 2,
                start + 3, start + 4);
        assertThat(fixture.registry().eventsAfter(S00, start + 1, 2)).extracting(LoggedEvent::id)
                .containsExactly(feed.get(1).id(), feed.get(2).id());
        assertThat(fixture.registry().eventsAfter(S00, start + 4, 100)).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> fixture.registry().eventsAfter(S00, -1, 1));
    }

    @Test
    void anEventThatCommitsLateComesLaterAndIsNotSkipped() throws Exception {
        long start = end(S00);
        var inserted = new CountDownLatch(1);
        var read = new CountDownLatch(1);
        var late = Account.on(S00, "late");

        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var slow = threads.submit(() -> fixture.registry().inTransaction(S00, () -> {
                accounts.add(late); // its event is inserted first, and committed last
                inserted.countDown();
                assertThat(read.await(20, TimeUnit.SECONDS)).isTrue();
                return 1;
            }));
            assertThat(inserted.await(20, TimeUnit.SECONDS)).isTrue();
            var early = withEvents(S00, 2);

            var before = fixture.registry().eventsAfter(S00, start, 100);
            read.countDown();
            slow.get();
            var after = fixture.registry().eventsAfter(S00, before.getLast().position().orElseThrow(), 100);

            assertThat(before).extracting(LoggedEvent::modelId).containsOnly(early.id.uuid().toString());
            assertThat(after).extracting(LoggedEvent::modelId).containsExactly(late.id.uuid().toString());
        }
    }

    /// Writers that dawdle between insert and commit, some of which roll back, and two readers that follow meanwhile.
    @Test
    void readersThatFollowWhileManyWriteSeeEveryEventOnceAndEachModelInOrder() throws Exception {
        long seed = 20_261_115;
        long start = end(S00);
        var expected = new ArrayList<Future<List<String>>>();
        var done = new AtomicBoolean();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var readers = List.of(threads.submit(() -> followed(start, done)),
                    threads.submit(() -> followed(start, done)));
            for (int writer = 0; writer < 6; writer++) {
                var random = new Random(seed + writer);
                expected.add(threads.submit(() -> written(random)));
            }
            var committed = new ArrayList<String>();
            for (var each : expected) {
                committed.addAll(each.get());
            }
            done.set(true);

            for (var reader : readers) {
                var seen = reader.get();
                assertThat(seen).as("seed " + seed).extracting(event -> event.modelId() + " " + event.version())
                        .containsExactlyInAnyOrderElementsOf(committed);
                assertThat(seen).extracting(event -> event.position().orElseThrow()).containsExactlyElementsOf(
                        LongStream.rangeClosed(start + 1, start + committed.size()).boxed().toList());
                var versions = new HashMap<String, Long>();
                for (var event : seen) {
                    assertThat(event.version()).isEqualTo(versions.merge(event.modelId(), 1L, Long::sum));
                }
            }
        }
    }

    /// One of the readers gives the positions; the others must not answer from what they saw before that.
    @Test
    void everyOneOfManyReadersSeesWhatWasCommittedBeforeItAsked() throws Exception {
        long end = end(S00);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int round = 0; round < 20; round++) {
                long start = end + 3L * round;
                withEvents(S00, 3);
                var together = new CountDownLatch(1);
                var pages = new ArrayList<Future<List<LoggedEvent>>>();
                for (int reader = 0; reader < 4; reader++) {
                    pages.add(threads.submit(() -> {
                        together.await();
                        return fixture.registry().eventsAfter(S00, start, 100);
                    }));
                }
                together.countDown();

                for (var page : pages) {
                    assertThat(page.get()).extracting(event -> event.position().orElseThrow())
                            .containsExactly(start + 1, start + 2, start + 3);
                }
            }
        }
    }

    private List<String> written(Random random) {
        var committed = new ArrayList<String>();
        for (int i = 0; i < 8; i++) {
            var account = Account.on(S00, "w");
            int changes = 1 + random.nextInt(3);
            boolean rollBack = random.nextInt(4) == 0;
            try {
                fixture.registry().inTransaction(S00, () -> {
                    var current = accounts.add(account);
                    for (int change = 1; change < changes; change++) {
                        assertThat(accounts.existsById(account.id)).isTrue(); // takes some time
                        current = accounts.update(current.payIn("1.00"));
                    }
                    if (rollBack) {
                        throw new IllegalStateException("rolled back on purpose");
                    }
                    return current;
                });
                for (int version = 1; version <= changes; version++) {
                    committed.add(account.id.uuid() + " " + version);
                }
            } catch (IllegalStateException e) {
                assertThat(rollBack).isTrue();
            }
        }
        return committed;
    }

    private List<LoggedEvent> followed(long start, AtomicBoolean done) {
        var seen = new ArrayList<LoggedEvent>();
        long position = start;
        while (true) {
            boolean last = done.get();
            var page = fixture.registry().eventsAfter(S00, position, 7);
            seen.addAll(page);
            if (page.isEmpty() && last) {
                return seen;
            }
            position = page.isEmpty() ? position : page.getLast().position().orElseThrow();
        }
    }

    @Test
    void manyModelsInOneCallAreAllChained() {
        var many = new ArrayList<Account>();
        for (int i = 0; i < 120; i++) {
            many.add(Account.on(S00, "m" + i));
        }

        var added = accounts.addAll(many);
        accounts.updateAll(added.stream().map(account -> account.payIn("1.00")).toList());

        assertThat(added).allMatch(account -> accounts.verifyEventsOf(account) == 2);
    }

    private record Employee(String getName, UUID orgId) implements Principal, OrgAware {}

    @Test
    void theOrgComesFromThePrincipalWhereTheModelHasNone() {
        var acme = Ids.named("Acme");
        var account = fixture.executor().execute(new Employee("eve", acme), OpenAccountAction.class,
                new OpenAccountAction.Params("CZ", "a"));
        var params = new PayInAction.Params(List.of(account.id), "1.00");

        assertThat(accounts.eventsOf(account.id, 1, 1).getFirst().org()).contains(acme);
        assertThat(accounts.verifyEventsOf(account)).isEqualTo(1);
        assertThatExceptionOfType(OrgMismatchException.class)
                .isThrownBy(() -> fixture.executor().execute(new Employee("zoe", Ids.named("Zeta")), PayInAction.class,
                        params))
                .withMessageContaining("belong to org " + acme).withMessageContaining(Ids.named("Zeta").toString());
        assertThatExceptionOfType(OrgMismatchException.class)
                .isThrownBy(() -> fixture.executor().execute(ALICE, PayInAction.class, params))
                .withMessageContaining("would belong to no org");
        assertThat(accounts.getById(account.id).version).isEqualTo(1);
        fixture.executor().execute(new Employee("adam", acme), PayInAction.class, params);
        assertThat(accounts.eventsOf(account.id, 2, 1).getFirst().org()).contains(acme);
    }

    @Test
    void aRuleOfOnesOwnDecidesAndMayInsist() {
        OrgRule byLabel = (model, principal) -> model instanceof Account account
                ? Optional.of(Ids.named(account.label))
                : Optional.empty();
        var config = Fixture.config(fixture.configs());
        try (var registry = DatabaseRegistry.fromConfig(config, new JsonPayloads(), byLabel);
                var insisting = DatabaseRegistry.fromConfig(config, new JsonPayloads(),
                        OrgRule.standard().required())) {
            var account = new AccountRepository(registry).add(Account.on(S10, "Acme"));

            assertThat(accounts.eventsOf(account.id, 1, 1).getFirst().org()).contains(Ids.named("Acme"));
            assertThatIllegalStateException()
                    .isThrownBy(() -> new AccountRepository(insisting).add(Account.on(S10, "Acme")))
                    .withMessageContaining("let the model or the principal be OrgAware");
        }
    }

    /// A database as the first version of the tables left it.
    @Test
    void eventsFromBeforeThereWereChainsStayAndAreContinued() throws Exception {
        var config = fixture.kind().create(1).getFirst();
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(config))) {
            var database = registry.defaultDatabase();
            var dialect = database.dialect();
            Migration.framework(database).target("1").load().migrate();
            Flyway.configure().dataSource(config.jdbcUrl(), config.username(), config.password())
                    .baselineOnMigrate(true).baselineVersion("0")
                    .locations("classpath:db/" + Dialects.folder(dialect)).load().migrate();
            var account = Account.on(S00, "old");
            insertOld(database, account);

            registry.migrate(Fixture.SCRIPTS);
            var repository = new AccountRepository(registry);
            var paid = repository.update(repository.getById(account.id).payIn("1.00"));

            assertThat(repository.eventsOf(account.id, 1, 10)).extracting(LoggedEvent::version).containsExactly(1L, 2L,
                    3L);
            assertThat(repository.eventsOf(account.id, 1, 10)).extracting(event -> event.hash().isPresent())
                    .containsExactly(false, false, true);
            assertThat(repository.verifyEventsOf(paid)).isEqualTo(3);
            assertThat(registry.eventsAfter(S00, 0, 10)).extracting(LoggedEvent::version).containsExactly(1L, 2L, 3L);
        }
    }

    private static void insertOld(ShardDatabase database, Account account) throws Exception {
        try (Connection connection = database.connect();
                var statement = connection.prepareStatement("INSERT INTO "
                        + Dialects.frameworkTable(database.dialect(), "events")
                        + " (id, type, model_type, model_id, model_version, event_version, payload, created_date)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
            for (long version = 2; version >= 1; version--) { // the later one first, to see that it is put in order
                var id = UUID.randomUUID();
                statement.setObject(1, UuidBinding.stored(database.dialect(), id));
                statement.setString(2, "Opened");
                statement.setString(3, "Account");
                statement.setString(4, account.id.uuid().toString());
                statement.setLong(5, version);
                statement.setLong(6, version);
                statement.setString(7, "{}");
                statement.setObject(8, InstantBinding.stored(database.dialect(), Fixture.NOW));
                statement.executeUpdate();
            }
            database.onConnection(connection).insertInto(Accounts.ACCOUNTS).columns(Accounts.ACCOUNTS.fields())
                    .values(new AccountsRecord(account.id.uuid(), 2L, "OPEN", account.holder, "old", account.balance,
                            account.createdDate, account.updatedDate).intoArray())
                    .execute();
        }
    }
}
