package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;
import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.NOW;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;
import static dev.bailiwick.persistence.Fixture.UNREGISTERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Faults that frameworks of this kind are known for, one by one: none of them is here.
class FormerFaultsTest {
    private static final ExecutionConfiguration CROSSING = ExecutionConfiguration.Builder.executionConfiguration()
            .allowCrossShard(true).retry(RuntimeException.class, new RetryPolicy(5, Duration.ZERO, Duration.ZERO))
            .build();

    private static Fixture migrated(TestDatabases kind, int shards) {
        var fixture = Fixture.with(kind.name(), kind, kind.create(shards));
        fixture.registry().migrate(Fixture.SCRIPTS);
        return fixture;
    }

    /// A pool whose connections of one database refuse to commit once.
    private static DataSource failingToCommit(DataSource pool, AtomicInteger failures) {
        return proxy(DataSource.class, pool, (method, result) -> method.equals("getConnection")
                ? proxy(Connection.class, (Connection) result, null, failures)
                : result, null);
    }

    private interface After {
        Object change(String method, Object result);
    }

    private static <T> T proxy(Class<T> type, T target, @Nullable After after, @Nullable AtomicInteger failures) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type, AutoCloseable.class},
                (proxy, method, arguments) -> {
                    if (failures != null && method.getName().equals("commit") && failures.getAndDecrement() > 0) {
                        throw new SQLException("the test does not let it commit", "40001");
                    }
                    try {
                        var result = method.invoke(target, arguments);
                        return after == null ? result : after.change(method.getName(), result);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @ParameterizedTest
    @EnumSource
    void afterAPartialCommitNothingIsDoneAgain(TestDatabases kind) {
        var databases = kind.create(4);
        var failures = new AtomicInteger();
        var registry = DatabaseRegistry.open(Fixture.config(databases), new JsonPayloads(),
                (config, name, readOnly) -> {
                    var pool = PoolFactory.hikari(config, name, readOnly);
                    return name.equals("mx-1") ? failingToCommit(pool, failures) : pool;
                });
        try (registry) {
            var fixture = Fixture.with("failing", kind, databases, registry);
            registry.migrate(Fixture.SCRIPTS);
            var accounts = fixture.accounts();
            var rows = List.of(accounts.add(Account.on(S00, "a")), accounts.add(Account.on(S10, "b")),
                    accounts.add(Account.on(S11, "c")));
            failures.set(1);

            assertThatExceptionOfType(PartialCommitException.class)
                    .isThrownBy(() -> fixture.executor().execute(ALICE, PayInAction.class,
                            new PayInAction.Params(rows.stream().map(row -> row.id).toList(), "5.00"), CROSSING))
                    .withMessageContaining("is committed on [0/0] and not on [1/0, 1/1]")
                    .satisfies(partial -> {
                        assertThat(partial.committed()).containsExactly(S00);
                        assertThat(partial.failed()).containsExactly(S10, S11);
                        assertThat(fixture.events(S00).getValues("action_id", String.class))
                                .contains(partial.actionId().toString());
                    });

            assertThat(accounts.findAllByIds(rows.stream().map(row -> row.id).toList()))
                    .extracting(row -> row.balance.intValue()).containsExactly(5, 0, 0);
            assertThat(fixture.events(S10)).hasSize(1);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCommitThatIsRefusedBeforeAnyOtherMayBeTriedAgain(TestDatabases kind) {
        var databases = kind.create(4);
        var failures = new AtomicInteger();
        var registry = DatabaseRegistry.open(Fixture.config(databases), new JsonPayloads(),
                (config, name, readOnly) -> failingToCommit(PoolFactory.hikari(config, name, readOnly), failures));
        try (registry) {
            var fixture = Fixture.with("failing", kind, databases, registry);
            registry.migrate(Fixture.SCRIPTS);
            failures.set(2);

            fixture.executor().execute(ALICE, OpenAccountAction.class, new OpenAccountAction.Params("CZ", "a"),
                    CROSSING);

            assertThat(fixture.accounts().count()).isEqualTo(1);
            assertThat(fixture.events(S00)).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void registeringAShardThatUsedToFallBackDoesNotLoseSightOfItsRows(TestDatabases kind) {
        var databases = kind.create(2);
        var home = ShardMemberConfig.of(0, "home", databases.get(0));
        Account early;
        try (var before = DatabaseRegistry.fromConfig(ShardingConfig.of(ShardGroupConfig.of(0, "global", home)))) {
            before.migrate(Fixture.SCRIPTS);
            early = new AccountRepository(before).add(Account.on(UNREGISTERED, "early"));
            assertThat(before.fallbacks()).containsOnlyKeys(UNREGISTERED);
        }
        var both = ShardingConfig.of(ShardGroupConfig.of(0, "global", home),
                ShardGroupConfig.of(2, "australia", ShardMemberConfig.of(0, "au-1", databases.get(1))));

        try (var after = DatabaseRegistry.fromConfig(both)) {
            after.migrate(Fixture.SCRIPTS);
            var accounts = new AccountRepository(after);

            assertThat(accounts.findById(early.id)).isPresent();
            var paid = accounts.update(early.payIn("1.00"));
            var late = accounts.add(Account.on(UNREGISTERED, "late"));
            assertThat(accounts.findAllByIds(List.of(late.id, early.id))).hasSize(2);
            assertThat(accounts.findAll()).hasSize(2);
            assertThat(after.effectiveShard(UNREGISTERED)).isEqualTo(S00);

            // somebody moves the rows, and says so
            var target = after.databases().stream().toList().getLast().db();
            for (var row : List.of(paid, late)) {
                target.insertInto(ACCOUNTS).columns(ACCOUNTS.fields()).values(accounts.toRecord(row).intoArray())
                        .execute();
            }
            after.defaultDatabase().db().deleteFrom(ACCOUNTS).execute();
            after.settle(UNREGISTERED);
            assertThat(after.effectiveShard(UNREGISTERED)).isEqualTo(UNREGISTERED);
            assertThat(accounts.getById(early.id).version).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoDoesNotKnowOfAShardsOwnDatabaseDoesNotWriteItsRowsElsewhere(TestDatabases kind) {
        var databases = kind.create(2);
        var home = ShardMemberConfig.of(0, "home", databases.get(0));
        var both = ShardingConfig.of(ShardGroupConfig.of(0, "global", home),
                ShardGroupConfig.of(2, "australia", ShardMemberConfig.of(0, "au-1", databases.get(1))));
        try (var knowing = DatabaseRegistry.fromConfig(both);
                var ignorant = DatabaseRegistry.fromConfig(ShardingConfig.of(ShardGroupConfig.of(0, "global", home)))) {
            knowing.migrate(Fixture.SCRIPTS);
            new AccountRepository(knowing).add(Account.on(UNREGISTERED, "there"));

            assertThatExceptionOfType(ShardElsewhereException.class)
                    .isThrownBy(() -> new AccountRepository(ignorant).add(Account.on(UNREGISTERED, "here")))
                    .withMessageContaining("this configuration does not register it: add it there");
        }
    }

    @ParameterizedTest
    @EnumSource
    void shardsAreAskedAtTheSameTime(TestDatabases kind) {
        var fixture = migrated(kind, 4);
        try (var registry = fixture.registry()) {
            var together = new CyclicBarrier(4);

            var answers = fixture.accounts().gather(GatherOptions.standard(), db -> {
                try {
                    return List.of(together.await(20, TimeUnit.SECONDS));
                } catch (Exception e) {
                    throw new IllegalStateException("the shards were not asked at the same time", e);
                }
            });

            assertThat(answers.items()).containsExactlyInAnyOrder(0, 1, 2, 3);
            assertThat(answers.answered()).containsOnlyKeys(registry.shards());
        }
    }

    @ParameterizedTest
    @EnumSource
    void notMoreShardsThanAllowedAreAskedAtATime(TestDatabases kind) {
        var fixture = migrated(kind, 4);
        try (var registry = fixture.registry()) {
            var running = new AtomicInteger();
            var most = new AtomicInteger();

            fixture.accounts().gather(GatherOptions.standard().withMaxConcurrency(2), db -> {
                most.accumulateAndGet(running.incrementAndGet(), Math::max);
                db.selectOne().fetch();
                running.decrementAndGet();
                return List.of();
            });

            assertThat(most.get()).isBetween(1, 2);
            assertThat(registry.shards()).hasSize(4);
        }
    }

    @ParameterizedTest
    @EnumSource
    void updateAllKeepsTheOrderOfItsInput(TestDatabases kind) {
        var fixture = migrated(kind, 4);
        try (var registry = fixture.registry()) {
            var accounts = fixture.accounts();
            var ids = new ArrayList<ShardedId<Account>>();
            for (int i = 0; i < 12; i++) {
                ids.add(accounts.add(Account.on(List.of(S11, S00, S10, S01).get(i % 4), "n" + i)).id);
            }

            var updated = fixture.executor().execute(ALICE, PayInAction.class, new PayInAction.Params(ids, "1.00"),
                    CROSSING);

            assertThat(updated).extracting(row -> row.id).containsExactlyElementsOf(ids);
            assertThat(registry.shards()).containsExactly(S00, S01, S10, S11);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theDateOfUpdateAdvancesWithEveryUpdateEvenIfTheClockDoesNot(TestDatabases kind) {
        var fixture = migrated(kind, 1);
        try (var registry = fixture.registry()) {
            var opened = fixture.executor().execute(ALICE, OpenAccountAction.class,
                    new OpenAccountAction.Params("CZ", "a"));
            var params = new PayInAction.Params(List.of(opened.id), "1.00");

            var once = fixture.executor().execute(ALICE, PayInAction.class, params).getFirst();
            var twice = fixture.executor().execute(ALICE, PayInAction.class, params).getFirst();

            assertThat(List.of(opened.updatedDate, once.updatedDate, twice.updatedDate)).isSorted()
                    .doesNotHaveDuplicates();
            assertThat(fixture.accounts().getById(opened.id).updatedDate).isEqualTo(twice.updatedDate);
            assertThat(registry.fallbacks()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPoolOfOneConnectionIsEnoughInsideOfATransaction(TestDatabases kind) {
        var single = kind.create(1).getFirst().withMaximumPoolSize(1).withConnectionTimeoutMs(30_000);
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(single))) {
            registry.migrate(Fixture.SCRIPTS);
            var fixture = Fixture.with("one connection", kind, List.of(single), registry);
            var accounts = fixture.accounts();

            registry.inTransaction(() -> {
                var added = accounts.add(Account.on(UNREGISTERED, "a"));
                assertThat(accounts.getById(added.id).label).isEqualTo("a");
                assertThat(accounts.findAll()).hasSize(1);
                assertThat(accounts.db(added).fetchCount(ACCOUNTS)).isEqualTo(1);
                return added;
            });
            fixture.executor().execute(ALICE, OpenAccountAction.class, new OpenAccountAction.Params("CZ", "b"));
            assertThat(accounts.count()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPoolThatIsUsedUpSaysSo(TestDatabases kind) {
        var single = kind.create(1).getFirst().withMaximumPoolSize(1).withConnectionTimeoutMs(3_000);
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(single))) {
            registry.migrate(Fixture.SCRIPTS);
            var accounts = new AccountRepository(registry);

            var elsewhere = registry.inTransaction(() -> CompletableFuture.supplyAsync(
                    () -> catchThrowable(() -> accounts.findById(UUID.randomUUID()))).join());

            assertThat(elsewhere).isInstanceOf(ShardUnavailableException.class)
                    .hasMessage("14008 ShardUnavailable: shard 0/0 (default) has no connection to give within 3000 ms:"
                            + " all 1 are in use. Give it a larger maximum-pool-size, or find out who keeps them");
            assertThat(accounts.count()).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPoolThatIsUsedUpCostsAQuestionItsDeadlineAndNoMore(TestDatabases kind) {
        var single = kind.create(1).getFirst().withMaximumPoolSize(1).withConnectionTimeoutMs(20_000);
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(single))) {
            registry.migrate(Fixture.SCRIPTS);
            var accounts = new AccountRepository(registry);
            var hasty = GatherOptions.standard().withDeadline(Duration.ofMillis(200));

            var elsewhere = registry.inTransaction(() -> CompletableFuture
                    .supplyAsync(() -> catchThrowable(() -> accounts.findAllWhere(DSL.noCondition(), hasty))).join());

            assertThat(elsewhere).isInstanceOf(ShardsMissingException.class)
                    .hasMessageContaining("was late: it had 200 ms");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anIdThatIsNotVersion7IsReadWhereItIsWritten(TestDatabases kind) {
        var fixture = migrated(kind, 4);
        try (var registry = fixture.registry()) {
            // version 4, with bits that would be shard 1/1
            var id = ShardedId.of(Account.class,
                    ShardedUUID.from(new UUID(0x1111_2222_3333_4444L, 0x8041_0000_0000_0001L)));

            fixture.accounts().add(Account.open(id, "old", NOW).build());

            assertThat(fixture.accounts().getById(id).label).isEqualTo("old");
            assertThat(fixture.rows(S00)).isEqualTo(1);
            assertThat(registry.fallbacks()).isEqualTo(Map.of());
        }
    }

    @ParameterizedTest
    @EnumSource
    void readsGoToTheReplicaOutsideOfTransactionsAndActionsOnly(TestDatabases kind) {
        var databases = kind.create(2);
        var member = new ShardMemberConfig(0, "replicated",
                Map.of("primaryConfig", databases.get(0), "secondaryConfig", databases.get(1)));
        // the second database stands for a replica that is far behind: it has the tables and no rows
        try (var replica = DatabaseRegistry.fromConfig(ShardingConfig.single(databases.get(1)));
                var registry = DatabaseRegistry.fromConfig(ShardingConfig.of(ShardGroupConfig.of(0, "g", member)))) {
            replica.migrate(Fixture.SCRIPTS);
            registry.migrate(Fixture.SCRIPTS);
            var fixture = Fixture.with("replicated", kind, databases.subList(0, 1), registry);
            var accounts = fixture.accounts();
            var added = accounts.add(Account.on(S00, "a"));

            assertThat(accounts.findById(added.id)).isEmpty();
            assertThat(accounts.findAll()).isEmpty();
            assertThat(accounts.readonlyDb(added.id).fetchCount(ACCOUNTS)).isZero();
            assertThat(accounts.db(added.id).fetchCount(ACCOUNTS)).isEqualTo(1);
            registry.inTransaction(() -> {
                assertThat(accounts.findById(added.id)).isPresent();
                assertThat(accounts.findAll()).hasSize(1);
                return 1;
            });
            assertThat(fixture.executor().execute(ALICE, PayInAction.class,
                    new PayInAction.Params(List.of(added.id), "1.00"))).hasSize(1);
        }
    }
}
