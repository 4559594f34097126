package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jooq.impl.DSL;

/// Three databases, 0/0, 0/1 and 2/0, of which the last was registered after there were rows for it, and two registries that stand for two processes. It keeps
/// a model of what was written.
final class MoveSetting implements AutoCloseable {
    static final ShardIdentifier AU = Fixture.UNREGISTERED;

    final TestDatabases kind;
    final List<DataSourceConfig> databases;
    final Member one;
    final Member other;
    /// How much was paid into each account, one at a time.
    final Map<ShardedId<Account>, AtomicInteger> paid = new ConcurrentHashMap<>();

    record Member(DatabaseRegistry registry, AccountRepository accounts, RepositoryRegistry repositories,
            ActionExecutor executor) {
        static Member of(ShardingConfig config, PoolFactory pools) {
            var registry = DatabaseRegistry.open(config, new JsonPayloads(), pools);
            var accounts = new AccountRepository(registry);
            var repositories = RepositoryRegistry.of(accounts, new RemarkRepository(registry));
            var executor = ActionExecutor.builder(registry, repositories).action(new PayInAction(accounts))
                    .action(new OpenAccountAction()).build();
            return new Member(registry, accounts, repositories, executor);
        }

        ShardMoves moves() {
            return registry.moves(repositories);
        }

        ShardMoves moves(Consumer<String> hook) {
            return new ShardMoves(registry, repositories, LockSupport::parkNanos, hook);
        }
    }

    private MoveSetting(TestDatabases kind, List<DataSourceConfig> databases, Member one, Member other) {
        this.kind = kind;
        this.databases = databases;
        this.one = one;
        this.other = other;
    }

    static MoveSetting of(TestDatabases kind, int rows) {
        return of(kind, rows, PoolFactory::hikari);
    }

    /// @param rows how many accounts there are on each shard
    static MoveSetting of(TestDatabases kind, int rows, PoolFactory pools) {
        var databases = kind.create(3);
        try (var early = DatabaseRegistry.fromConfig(ShardingConfig.of(europe(databases)))) {
            early.migrate(Fixture.SCRIPTS);
            new AccountRepository(early).add(Account.on(AU, "first"));
        }
        var setting = new MoveSetting(kind, databases, Member.of(config(databases), pools),
                Member.of(config(databases), PoolFactory::hikari));
        setting.one.registry.migrate(Fixture.SCRIPTS);
        setting.one.accounts.findAll().forEach(account -> setting.paid.put(account.id, new AtomicInteger()));
        for (var shard : List.of(S00, S01, AU)) {
            for (int i = 0; i < rows; i++) {
                var account = setting.open(setting.one, shard, shard + " " + i);
                setting.pay(setting.one, account);
            }
        }
        return setting;
    }

    static ShardingConfig config(List<DataSourceConfig> databases) {
        return ShardingConfig.of(europe(databases),
                ShardGroupConfig.of(2, "australia", ShardMemberConfig.of(0, "au-1", databases.get(2))));
    }

    static ShardGroupConfig europe(List<DataSourceConfig> databases) {
        return ShardGroupConfig.of(0, "global", ShardMemberConfig.of(0, "eu-1", databases.get(0)),
                ShardMemberConfig.of(1, "eu-2", databases.get(1)));
    }

    ShardedId<Account> open(Member process, ShardIdentifier shard, String label) {
        var id = process.accounts.add(Account.on(shard, label)).id;
        paid.put(id, new AtomicInteger());
        return id;
    }

    void pay(Member process, ShardedId<Account> account) {
        process.executor.execute(ALICE, PayInAction.class, new PayInAction.Params(List.of(account), "1.00"));
        timesPaid(account).incrementAndGet();
    }

    AtomicInteger timesPaid(ShardedId<Account> account) {
        return paid.computeIfAbsent(account, unknown -> {
            throw new AssertionError(unknown + " was never opened");
        });
    }

    ShardDatabase database(ShardIdentifier shard) {
        return one.registry.registered(shard);
    }

    /// How many rows of accounts a database has, whosever they are.
    long rowsIn(ShardIdentifier database) {
        return database(database).db().fetchCount(Accounts.ACCOUNTS);
    }

    List<ShardedId<Account>> idsOf(ShardIdentifier shard) {
        return paid.keySet().stream().filter(id -> id.resolveShardIdentifier().equals(shard)).toList();
    }

    /// Nobody runs a move any more.
    void letLeasesRunOut() {
        var database = database(S00);
        database.db().execute("UPDATE " + Dialects.frameworkTable(database.dialect(), "moves")
                + " SET owner_expires_ms = 0");
    }

    /// Every row and every event is there, once, as it was written, for both processes.
    void assertWhole() {
        for (var process : List.of(one, other)) {
            var all = process.accounts.findAll();
            assertThat(all.stream().map(account -> account.id)).doesNotHaveDuplicates()
                    .containsExactlyInAnyOrderElementsOf(paid.keySet());
            assertThat(process.accounts.count()).isEqualTo(paid.size());
            for (var account : all) {
                int times = timesPaid(account.id).get();
                assertThat(account.balance.intValueExact()).isEqualTo(times);
                assertThat(account.version).isEqualTo(1L + times);
                assertThat(process.accounts.getById(account.id).version).isEqualTo(1L + times);
                assertThat(process.accounts.verifyEventsOf(account)).isEqualTo(1L + times);
            }
        }
    }

    /// The feed of a database has every event of a shard that is served there, those of a model in their order.
    void assertInFeed(ShardIdentifier shard, ShardIdentifier database) {
        var versions = new HashMap<String, Long>();
        var seen = new HashSet<Object>();
        long position = 0;
        while (true) {
            var page = one.registry.eventsAfter(database, position, 100);
            if (page.isEmpty()) {
                break;
            }
            for (var event : page) {
                position = event.position().orElseThrow();
                assertThat(seen.add(event.id())).isTrue();
                assertThat(event.version()).isEqualTo(versions.merge(event.modelId(), 1L, Long::sum));
            }
        }
        for (var id : idsOf(shard)) {
            assertThat(versions.get(id.uuid().toString())).isEqualTo(1L + timesPaid(id).get());
        }
    }

    /// No table of the framework that is about moves, and no trigger, is left over.
    void assertTidy() {
        for (var shard : List.of(S00, S01, AU)) {
            var database = database(shard);
            assertThat(database.db().fetchCount(DSL.table(Dialects.frameworkTable(database.dialect(),
                    "move_changes")))).isZero();
        }
    }

    Set<ShardIdentifier> shardsServedBy(ShardIdentifier database) {
        var served = new HashSet<ShardIdentifier>();
        for (var shard : List.of(S00, S01, AU)) {
            if (one.registry.effectiveShard(shard).equals(database)) {
                served.add(shard);
            }
        }
        return served;
    }

    List<String> urls() {
        var arguments = new ArrayList<String>();
        databases.forEach(config -> arguments.addAll(List.of(config.jdbcUrl(), config.username(), config.password())));
        return arguments;
    }

    @Override
    public void close() {
        one.registry.close();
        other.registry.close();
    }
}
