package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;
import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S10;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// One shard of four, over a line that can be cut and silenced.
class FaultyShardTest {
    private static final GatherOptions HASTY = GatherOptions.standard().withDeadline(Duration.ofSeconds(3));

    /// The third shard, 1/0, is reached over the line.
    private record Setting(FaultyLine line, Fixture fixture) implements AutoCloseable {
        static Setting of(TestDatabases kind) throws IOException {
            var databases = new ArrayList<>(kind.create(4));
            var line = FaultyLine.to(databases.get(2));
            databases.set(2, line.over(databases.get(2)));
            return new Setting(line, Fixture.with("faulty", kind, databases));
        }

        static Setting migrated(TestDatabases kind) throws IOException {
            var setting = of(kind);
            untilItWorks(() -> setting.fixture.registry().migrate(Fixture.SCRIPTS)); // it has little patience to connect
            return setting;
        }

        AccountRepository accounts() {
            return fixture.accounts();
        }

        @Override
        public void close() {
            fixture.registry().close();
            line.close();
        }
    }

    private static void untilItWorks(Runnable work) {
        long endNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (true) {
            try {
                work.run();
                return;
            } catch (PersistenceException e) {
                if (System.nanoTime() > endNs) {
                    throw e;
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aShardThatIsDownAtTheStartKeepsNobodyElseFromServing(TestDatabases kind) throws IOException {
        try (var setting = Setting.of(kind)) {
            setting.line.cut();

            assertThatExceptionOfType(MigrationFailedException.class)
                    .isThrownBy(() -> setting.fixture.registry().migrate(Fixture.SCRIPTS))
                    .withMessageContaining("1 of 4 shards could not be migrated: 1/0 (mx-1): failed: 14008")
                    .satisfies(failed -> assertThat(failed.report().failed()).hasSize(1));
            var opened = setting.fixture.executor().execute(ALICE, OpenAccountAction.class,
                    new OpenAccountAction.Params("CZ", "a"));
            assertThat(setting.accounts().findById(opened.id)).isPresent();
            assertThatExceptionOfType(ShardUnavailableException.class)
                    .isThrownBy(() -> setting.fixture.executor().execute(ALICE, OpenAccountAction.class,
                            new OpenAccountAction.Params("MX", "b")))
                    .satisfies(down -> assertThat(down.shard()).isEqualTo(S10));

            setting.line.mend();
            untilItWorks(() -> setting.fixture.registry().migrate(Fixture.SCRIPTS));
            setting.fixture.executor().execute(ALICE, OpenAccountAction.class, new OpenAccountAction.Params("MX", "b"));
            assertThat(setting.accounts().count()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aShardThatGoesDownIsNamedAndComesBackByItself(TestDatabases kind) throws IOException {
        try (var setting = Setting.migrated(kind)) {
            var accounts = setting.accounts();
            var far = accounts.add(Account.on(S10, "far"));
            var near = accounts.add(Account.on(S00, "near"));

            setting.line.cut();
            assertThatExceptionOfType(ShardUnavailableException.class).isThrownBy(() -> accounts.findById(far.id))
                    .withMessageContaining("shard 1/0 (mx-1)");
            assertThatExceptionOfType(ShardUnavailableException.class)
                    .isThrownBy(() -> accounts.update(far.payIn("1.00")));
            assertThat(accounts.update(near.payIn("1.00")).version).isEqualTo(2);
            assertThatExceptionOfType(ShardsMissingException.class).isThrownBy(accounts::findAll)
                    .withMessageStartingWith(
                            "14009 ShardsMissing: 1 of 4 shards did not answer: 1/0 (mx-1) is not available")
                    .satisfies(missing -> assertThat(missing.missing()).containsOnlyKeys(S10));
            var partial = accounts.findAllWhere(DSL.noCondition(), GatherOptions.standard().allowPartial());
            assertThat(partial.isComplete()).isFalse();
            assertThat(partial.missing()).containsOnlyKeys(S10);
            assertThat(partial.items()).extracting(row -> row.label).containsExactly("near");

            setting.line.mend();
            untilItWorks(() -> accounts.getById(far.id));
            assertThat(accounts.update(far.payIn("1.00")).version).isEqualTo(2);
            assertThat(accounts.findAll()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aShardThatHangsCostsTheDeadlineAndNoMore(TestDatabases kind) throws IOException {
        try (var setting = Setting.migrated(kind)) {
            var accounts = setting.accounts();
            accounts.add(Account.on(S10, "far"));
            accounts.add(Account.on(S00, "near"));
            accounts.findAll();

            setting.line.silence();
            int alone = 0;
            var shortest = Duration.ofDays(1);
            for (int i = 0; alone < 6; i++) { // more often than the pool has connections
                long startNs = System.nanoTime();
                var partial = accounts.findAllWhere(DSL.noCondition(), HASTY.allowPartial());
                shortest = Collections.min(List.of(shortest, Duration.ofNanos(System.nanoTime() - startNs)));
                assertThat(partial.missing().get(S10)).contains("was late: it had 3000 ms");
                if (partial.missing().size() == 1) { // else the machine had no time for the others either
                    assertThat(partial.items()).extracting(row -> row.label).containsExactly("near");
                    alone++;
                }
                assertThat(i).as("questions until the others answered six times").isLessThan(60);
            }
            assertThat(shortest).isLessThan(GatherOptions.standard().deadline());
            assertThatExceptionOfType(ShardsMissingException.class)
                    .isThrownBy(() -> accounts.findAllWhere(DSL.noCondition(), HASTY))
                    .satisfies(missing -> assertThat(missing.missing()).containsKey(S10));

            setting.line.speak();
            untilItWorks(accounts::findAll);
            assertThat(accounts.findAll()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aStatementThatIsWrongIsNoMissingShard(TestDatabases kind) throws IOException {
        try (var setting = Setting.migrated(kind)) {
            var wrong = DSL.condition("no_such_column = 1");

            assertThatExceptionOfType(ShardsMissingException.class)
                    .isThrownBy(() -> setting.accounts().findAllWhere(wrong, GatherOptions.standard().allowPartial()))
                    .withCauseInstanceOf(DataAccessException.class);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aTransactionWhoseLineIsCutLeavesNothingBehind(TestDatabases kind) throws IOException {
        try (var setting = Setting.migrated(kind)) {
            var accounts = setting.accounts();

            assertThatExceptionOfType(PersistenceException.class)
                    .isThrownBy(() -> setting.fixture.registry().inTransaction(S10, () -> {
                        accounts.add(Account.on(S10, "gone"));
                        setting.line.cut();
                        return accounts.add(Account.on(S10, "too"));
                    })).satisfies(failed -> assertThat(failed.error()).isEqualTo(PersistenceError.SHARD_UNAVAILABLE));

            setting.line.mend();
            untilItWorks(accounts::count);
            assertThat(accounts.countWhere(ACCOUNTS.label.in(List.of("gone", "too")))).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aLineThatBreaksWhileItCommitsIsToldAsUnknown(TestDatabases kind) throws IOException {
        try (var setting = Setting.migrated(kind)) {
            assertThatExceptionOfType(CommitUnknownException.class)
                    .isThrownBy(() -> setting.fixture.registry().inTransaction(S10, () -> {
                        setting.accounts().add(Account.on(S10, "maybe"));
                        setting.line.cut();
                        return 1;
                    })).satisfies(unknown -> assertThat(unknown.shard()).isEqualTo(S10));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void handlersGoOnElsewhereWhileAShardIsDownAndThereWhenItIsBack(TestDatabases kind) throws IOException {
        try (var setting = Setting.migrated(kind)) {
            var accounts = setting.accounts();
            var far = accounts.addAll(IntStream.range(0, 40).mapToObj(i -> Account.on(S10, "far" + i)).toList());
            accounts.updateAll(far.stream().map(row -> row.payIn("1.00")).toList());
            var deliveries = new Deliveries();
            var options = HandlerOptions.standard().withLease(Duration.ofSeconds(1)).withPageSize(20)
                    .withMaxIdle(Duration.ofMillis(20));
            var handler = Handler.of("all", event -> {
                if (deliveries.taken().size() == 30) { // in the middle of a page
                    setting.line.cut();
                }
                deliveries.handle(event);
            }).withConcurrency(1);

            try (var handlers = Handlers.start(setting.fixture.registry(), options, List.of(handler))) {
                deliveries.awaitTaken(31);
                var near = accounts.add(Account.on(S00, "near"));
                Deliveries.eventually("the other shard goes on", () -> deliveries.versionsOf(near).size() == 1);
                assertThat(handlers.metrics()).filteredOn(each -> each.backlog().isEmpty())
                        .extracting(HandlerMetrics::shard).containsExactly(S10);
                assertThat(handlers.parked().list().missing()).containsOnlyKeys(S10);

                setting.line.mend();
                deliveries.awaitTaken(81);
                Deliveries.eventually("all are done", () -> handlers.metrics().stream().allMatch(each -> each.backlog()
                        .map(backlog -> backlog.events() == 0 && backlog.waiting() == 0).orElse(false)));
            }
            Deliveries.assertAtLeastOnceAndInOrder(deliveries.taken(), 81);
            assertThat(deliveries.taken()).hasSizeLessThanOrEqualTo(81 + 5 * 20); // a page for each line that was found broken
        }
    }
}
