package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/// What becomes of an action that was committed on some of its shards.
class UnfinishedActionsTest {
    private static final ExecutionConfiguration CROSSING = ExecutionConfiguration.Builder.executionConfiguration()
            .allowCrossShard(true).build();

    /// Four shards, one of which may be told not to commit.
    private record Setting(Fixture fixture, ActionExecutor executor, AtomicReference<@Nullable String> refusing,
            List<Account> rows, ShardedId<Account> opened) implements AutoCloseable {
        static Setting of(TestDatabases kind) {
            return of(kind, kind.create(4));
        }

        static Setting of(TestDatabases kind, List<DataSourceConfig> databases) {
            var refusing = new AtomicReference<@Nullable String>();
            var registry = DatabaseRegistry.open(Fixture.config(databases), new JsonPayloads(),
                    HookedPools.of((isCommitted, pool) -> {
                        if (!isCommitted && pool.equals(refusing.get())) {
                            throw new SQLException("the test does not let it commit", "40001");
                        }
                    }));
            registry.migrate(Fixture.SCRIPTS);
            var fixture = Fixture.with("crossing", kind, databases, registry);
            var accounts = fixture.accounts();
            var executor = ActionExecutor.builder(registry, RepositoryRegistry.of(accounts))
                    .action(new ReversiblePayAction(accounts)).action(new PayInAction(accounts)).build();
            var rows = List.of(accounts.add(Account.on(S00, "a")), accounts.add(Account.on(S10, "b")),
                    accounts.add(Account.on(S11, "c")));
            return new Setting(fixture, executor, refusing, rows, ShardedId.generate(Account.class, S11));
        }

        AccountRepository accounts() {
            return fixture.accounts();
        }

        UnfinishedActions unfinished() {
            return executor.unfinished();
        }

        List<ShardedId<Account>> ids() {
            return rows.stream().map(row -> row.id).toList();
        }

        /// Commits on 0/0 and fails on 1/0.
        UUID fail() {
            return failOn("mx-1");
        }

        /// Commits on the shards before the one of this name, and fails there.
        UUID failOn(String name) {
            refusing.set(name);
            var failure = new AtomicReference<@Nullable UUID>();
            assertThatExceptionOfType(PartialCommitException.class)
                    .isThrownBy(() -> executor.execute(ALICE, ReversiblePayAction.class,
                            new ReversiblePayAction.Params(ids(), "5.00", opened), CROSSING))
                    .withMessageContaining("resume or compensate it")
                    .satisfies(partial -> failure.set(partial.actionId()));
            refusing.set(null);
            var id = failure.get();
            if (id == null) {
                throw new IllegalStateException("it did not fail");
            }
            return id;
        }

        /// Another one, over two shards, of which the second does not commit.
        UUID failOn(ShardIdentifier first, ShardIdentifier second) {
            var two = List.of(accounts().add(Account.on(first, "d")), accounts().add(Account.on(second, "e")));
            refusing.set("mx-1");
            assertThatExceptionOfType(PartialCommitException.class).isThrownBy(() -> executor.execute(ALICE,
                    PayInAction.class, new PayInAction.Params(two.stream().map(row -> row.id).toList(), "2.00"),
                    CROSSING));
            refusing.set(null);
            return unfinished().list().getLast().actionId();
        }

        List<Integer> balances() {
            return accounts().findAllByIds(ids()).stream().map(row -> row.balance.intValue()).toList();
        }

        void assertWhole() {
            assertThat(balances()).containsExactly(5, 5, 5);
            assertThat(accounts().existsById(opened)).isTrue();
            assertThat(accounts().findAllByIds(ids())).allMatch(row -> row.version == 2
                    && accounts().verifyEventsOf(row) == 2);
            for (var shard : List.of(S00, S10, S11)) {
                assertThat(fixture.events(shard).getValues("type", String.class))
                        .filteredOn("ReversiblePayAction"::equals).hasSize(1);
            }
            assertThat(fixture.events(S01)).isEmpty();
            assertThat(executor.unfinished().list()).isEmpty();
        }

        @Override
        public void close() {
            fixture.registry().close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsFinishedLeavesNoIntent(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            setting.executor.execute(ALICE, ReversiblePayAction.class,
                    new ReversiblePayAction.Params(setting.ids(), "5.00", setting.opened), CROSSING);

            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void resumingWritesWhatIsMissingAndNothingTwice(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            var id = setting.fail();

            assertThat(setting.unfinished().list()).singleElement().satisfies(action -> {
                assertThat(action.actionId()).isEqualTo(id);
                assertThat(action.action()).isEqualTo("ReversiblePayAction");
                assertThat(action.principal()).isEqualTo("alice");
                assertThat(action.params()).contains("\"amount\":\"5.00\"");
                assertThat(action.isCompensating()).isFalse();
                assertThat(action.committed()).containsExactly(S00);
                assertThat(action.missing()).containsExactly(S10, S11);
            });
            assertThat(setting.balances()).containsExactly(5, 0, 0);
            assertThat(setting.unfinished().resume(id)).containsExactly(S10, S11);
            setting.assertWhole();
            assertThat(setting.unfinished().resume(id)).isEmpty();
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void manyWhoResumeAtTheSameTimeWriteItOnce(TestDatabases kind) throws Exception {
        try (var setting = Setting.of(kind); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var id = setting.fail();

            var running = new ArrayList<Future<SortedSet<ShardIdentifier>>>();
            for (int i = 0; i < 4; i++) {
                running.add(threads.submit(() -> setting.unfinished().resume(id)));
            }
            var written = new ArrayList<ShardIdentifier>();
            for (var each : running) {
                written.addAll(each.get());
            }

            assertThat(written).containsExactlyInAnyOrder(S10, S11);
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPassFinishesWhatIsOldEnoughAndGoesOnAfterAFailure(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            var id = setting.fail();

            assertThat(setting.unfinished().finish(Duration.ofHours(1)).finished()).isEmpty();
            setting.refusing.set("mx-2");
            var failed = setting.unfinished().finish(Duration.ZERO);
            assertThat(failed.failed()).containsOnlyKeys(id);
            setting.refusing.set(null);
            assertThat(setting.unfinished().list()).singleElement()
                    .satisfies(action -> assertThat(action.missing()).containsExactly(S11));
            assertThat(setting.unfinished().finish(Duration.ZERO).finished()).containsExactly(id);
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPassInTheBackgroundFinishesByItself(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            setting.fail();
            long endNs = System.nanoTime() + Duration.ofSeconds(30).toNanos();

            try (var pass = setting.unfinished().finishEvery(Duration.ofMillis(5), Duration.ZERO)) {
                while (!setting.unfinished().list().isEmpty() && System.nanoTime() < endNs) {
                    Thread.onSpinWait();
                }
                assertThat(pass).isNotNull();
            }
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void aShardThatIsDownIsNamedAndTheOthersAreListedAndFinished(TestDatabases kind) throws IOException {
        var databases = new ArrayList<>(kind.create(4));
        try (var line = FaultyLine.to(databases.get(3))) {
            databases.set(3, line.over(databases.get(3)));
            try (var setting = Setting.of(kind, databases)) {
                var id = setting.fail();
                var opened = setting.failOn(S00, S10);
                line.cut();

                assertThatExceptionOfType(ShardUnavailableException.class).isThrownBy(setting.unfinished()::list);
                var listed = setting.unfinished().listReachable();
                assertThat(listed.items()).extracting(UnfinishedAction::actionId).containsExactly(id, opened);
                assertThat(listed.items().getFirst().missing()).containsExactly(S10, S11);
                assertThat(listed.missing()).containsOnlyKeys(S11);
                var pass = setting.unfinished().finish(Duration.ZERO);
                assertThat(pass.finished()).containsExactly(opened);
                assertThat(pass.failed()).containsOnlyKeys(id);
                assertThat(pass.silent()).containsOnlyKeys(S11);

                line.mend();
                Deliveries.eventually("it is finished", () -> setting.unfinished().finish(Duration.ZERO).finished()
                        .contains(id));
                assertThat(setting.unfinished().list()).isEmpty();
                assertThat(setting.balances()).containsExactly(5, 5, 5);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whereARowHasChangedSinceOnlyCompensatingIsLeft(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            var id = setting.fail();
            setting.accounts().update(setting.rows.get(2).payIn("1.00"));

            assertThatExceptionOfType(StaleRecordException.class).isThrownBy(() -> setting.unfinished().resume(id));
            assertThat(setting.balances()).containsExactly(5, 5, 1); // 1/0 is completed, and 1/1 cannot be
            setting.unfinished().compensate(id);

            assertThat(setting.balances()).containsExactly(0, 0, 1);
            assertThat(setting.accounts().existsById(setting.opened)).isFalse();
            assertThat(setting.unfinished().list()).isEmpty();
            assertThat(setting.unfinished().resume(id)).isEmpty();
            setting.unfinished().compensate(id); // once more does nothing
            assertThat(setting.balances()).containsExactly(0, 0, 1);
            assertThat(setting.fixture.events(S00).getValues("type", String.class))
                    .contains("ReversiblePayAction compensation");
            assertThat(setting.fixture.events(S11).getValues("type", String.class))
                    .contains("ReversiblePayAction compensated").doesNotContain("ReversiblePayAction");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCompensationThatCouldNotBeginLeavesTheActionToBeResumed(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            var id = setting.fail();
            setting.refusing.set("eu-1");
            assertThatExceptionOfType(RuntimeException.class).isThrownBy(() -> setting.unfinished().compensate(id));
            setting.refusing.set(null);
            assertThat(setting.balances()).containsExactly(5, 0, 0);
            assertThat(setting.unfinished().resume(id)).containsExactly(S10, S11); // it had not begun

            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatHasNoCompensationIsRefusedAndCanStillBeResumed(TestDatabases kind) {
        try (var setting = Setting.of(kind)) {
            setting.refusing.set("mx-1");
            var failure = new AtomicReference<@Nullable UUID>();
            assertThatExceptionOfType(PartialCommitException.class)
                    .isThrownBy(() -> setting.executor.execute(ALICE, PayInAction.class,
                            new PayInAction.Params(setting.ids(), "5.00"), CROSSING))
                    .satisfies(partial -> failure.set(partial.actionId()));
            setting.refusing.set(null);
            var id = setting.unfinished().list().getFirst().actionId();

            assertThat(id).isEqualTo(failure.get());
            assertThatIllegalArgumentException().isThrownBy(() -> setting.unfinished().compensate(id))
                    .withMessageContaining("PayInAction has no compensation");
            assertThatIllegalStateException().isThrownBy(() -> setting.fixture.registry()
                    .inTransaction(() -> setting.unfinished().resume(id)));
            assertThat(setting.unfinished().resume(id)).containsExactly(S10, S11);
            assertThat(setting.balances()).containsExactly(5, 5, 5);
        }
    }

    /// A real process that is killed before its first commit and after each of the three.
    @ParameterizedTest
    @CsvSource({"POSTGRESQL, 0", "POSTGRESQL, 1", "POSTGRESQL, 2", "POSTGRESQL, 3", "MARIADB, 1", "MARIADB, 2", "H2, 1",
            "H2, 3"})
    void aProcessThatIsKilledBetweenCommitsLeavesAllOrNothingAfterResuming(TestDatabases kind, int commits,
            @TempDir Path directory) throws Exception {
        var databases = kind == TestDatabases.H2 ? inFiles(directory) : kind.create(4);
        Setting before = Setting.of(kind, databases);
        before.close();
        var arguments = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), CrossingChild.class.getName(), Integer.toString(commits),
                before.opened.uuid().toString()));
        before.ids().forEach(id -> arguments.add(id.uuid().toString()));
        databases.forEach(each -> arguments.addAll(List.of(each.jdbcUrl(), each.username(), each.password())));
        runUntilItStandsStill(arguments);

        try (var registry = DatabaseRegistry.fromConfig(Fixture.config(databases))) {
            var fixture = Fixture.with("after the kill", kind, databases, registry);
            var executor = ActionExecutor.builder(registry, RepositoryRegistry.of(fixture.accounts()))
                    .action(new ReversiblePayAction(fixture.accounts())).build();
            var after = new Setting(fixture, executor, new AtomicReference<>(), before.rows, before.opened);
            var found = executor.unfinished().list();

            assertThat(found).hasSize(commits == 0 ? 0 : 1);
            var pass = executor.unfinished().finish(Duration.ZERO);

            assertThat(pass.failed()).isEmpty();
            if (commits == 0) {
                assertThat(after.balances()).containsExactly(0, 0, 0);
                assertThat(fixture.accounts().existsById(before.opened)).isFalse();
            } else {
                assertThat(found.getFirst().committed()).hasSize(commits);
                after.assertWhole();
            }
        }
    }

    /// Starts a process, and kills it where it stands still.
    private static void runUntilItStandsStill(List<String> arguments) throws IOException, InterruptedException {
        var child = new ProcessBuilder(arguments).redirectErrorStream(true).start();
        var printed = new ArrayList<String>();
        try (var output = new BufferedReader(
                new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            for (var line = output.readLine(); line != null; line = output.readLine()) {
                printed.add(line);
                if (line.equals(CrossingChild.HERE)) {
                    child.destroyForcibly();
                    break;
                }
            }
        }
        child.waitFor();
        assertThat(printed).contains(CrossingChild.HERE);
    }

    /// A real process that is killed while it finishes what another left, at each of its commits. The last commit of resuming ends the intent.
    @ParameterizedTest
    @CsvSource({"POSTGRESQL, false, 1", "POSTGRESQL, false, 2", "POSTGRESQL, false, 3", "POSTGRESQL, true, 0",
            "POSTGRESQL, true, 1", "POSTGRESQL, true, 2", "POSTGRESQL, true, 3", "MARIADB, true, 2", "H2, false, 1"})
    void aProcessThatIsKilledWhileItFinishesAnActionIsContinuedByTheNext(TestDatabases kind, boolean compensating,
            int commits, @TempDir Path directory) throws Exception {
        var databases = kind == TestDatabases.H2 ? inFiles(directory) : kind.create(4);
        var before = Setting.of(kind, databases);
        var id = before.failOn(compensating ? "mx-2" : "mx-1");
        before.close();
        var arguments = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), FinishingChild.class.getName(),
                Integer.toString(commits), Boolean.toString(compensating), id.toString()));
        databases.forEach(each -> arguments.addAll(List.of(each.jdbcUrl(), each.username(), each.password())));
        runUntilItStandsStill(arguments);

        try (var registry = DatabaseRegistry.fromConfig(Fixture.config(databases))) {
            var fixture = Fixture.with("after the kill", kind, databases, registry);
            var executor = ActionExecutor.builder(registry, RepositoryRegistry.of(fixture.accounts()))
                    .action(new ReversiblePayAction(fixture.accounts())).build();
            var after = new Setting(fixture, executor, new AtomicReference<>(), before.rows, before.opened);

            var pass = executor.unfinished().finish(Duration.ZERO);

            assertThat(pass.failed()).isEmpty();
            if (compensating && commits > 0) {
                assertThat(after.balances()).containsExactly(0, 0, 0);
                assertThat(fixture.accounts().existsById(before.opened)).isFalse();
                assertThat(executor.unfinished().list()).isEmpty();
                assertThat(fixture.accounts().findAllByIds(after.ids()))
                        .allMatch(row -> fixture.accounts().verifyEventsOf(row) == row.version);
            } else {
                after.assertWhole();
            }
        }
    }

    /// Databases that two processes can open one after the other.
    private static List<DataSourceConfig> inFiles(Path directory) {
        var databases = new ArrayList<DataSourceConfig>();
        for (int i = 0; i < 4; i++) {
            databases.add(DataSourceConfig.of("jdbc:h2:file:" + directory.resolve("shard" + i) + ";WRITE_DELAY=0"));
        }
        return databases;
    }
}
