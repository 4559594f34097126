package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;
import static dev.bailiwick.persistence.Fixture.UNREGISTERED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.zaxxer.hikari.HikariDataSource;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.UnregisteredShardException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;

/// Pools, fallback and migrations, on H2.
class DatabaseRegistryTest {
    private static ShardingConfig four() {
        return Fixture.config(TestDatabases.H2.create(4));
    }

    @Test
    void poolsAreSizedAndLeakCheckedAsConfiguredAndThereIsNoneForAMissingReplica() {
        var pools = new ArrayList<HikariDataSource>();
        var primary = TestDatabases.H2.create(1).getFirst().withMaximumPoolSize(3).withLeakDetectionThresholdMs(2_500)
                .withConnectionTimeoutMs(1_234);

        try (var registry = DatabaseRegistry.open(ShardingConfig.single(primary), new JsonPayloads(),
                (config, name, readOnly) -> remember(pools, config, name, readOnly))) {
            assertThat(registry.shards()).containsExactly(ShardIdentifier.DEFAULT);
            assertThat(pools).singleElement().satisfies(pool -> {
                assertThat(pool.getMaximumPoolSize()).isEqualTo(3);
                assertThat(pool.getLeakDetectionThreshold()).isEqualTo(2_500);
                assertThat(pool.getConnectionTimeout()).isEqualTo(1_234);
                assertThat(pool.getTransactionIsolation()).isEqualTo("TRANSACTION_READ_COMMITTED");
            });
        }
        assertThat(pools).allMatch(HikariDataSource::isClosed);
    }

    private static HikariDataSource remember(List<HikariDataSource> pools, DataSourceConfig config, String name,
            boolean readOnly) {
        var pool = (HikariDataSource) PoolFactory.hikari(config, name, readOnly);
        pools.add(pool);
        return pool;
    }

    @Test
    void aPoolThatCannotBeOpenedClosesThoseThatAre() {
        var pools = new ArrayList<HikariDataSource>();

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> DatabaseRegistry.open(four(), new JsonPayloads(), (config, name, readOnly) -> {
                    if (pools.size() == 2) {
                        throw new IllegalStateException("no more");
                    }
                    return remember(pools, config, name, readOnly);
                }));
        assertThat(pools).hasSize(2).allMatch(HikariDataSource::isClosed);
    }

    /// Pools of which every one fails to close, and counts it.
    private interface Unclosable extends DataSource, AutoCloseable {
        @Override
        void close();
    }

    private static DataSource unclosable(DataSource pool, AtomicInteger closed) {
        return (DataSource) Proxy.newProxyInstance(Unclosable.class.getClassLoader(), new Class<?>[]{Unclosable.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.incrementAndGet();
                        ((AutoCloseable) pool).close();
                        throw new IllegalStateException("this pool does not close well");
                    }
                    return method.invoke(pool, arguments);
                });
    }

    @Test
    void closingClosesEveryPoolAlsoWhereOneFails() {
        var databases = TestDatabases.H2.create(4);
        var replicated = new ShardMemberConfig(0, "replicated",
                Map.of("primaryConfig", databases.get(0), "secondaryConfig", databases.get(1)));
        var config = ShardingConfig.of(ShardGroupConfig.of(0, "g", replicated,
                ShardMemberConfig.of(1, "second", databases.get(2)), ShardMemberConfig.of(2, "third",
                        databases.get(3))));
        var closed = new AtomicInteger();
        var registry = DatabaseRegistry.open(config, new JsonPayloads(),
                (each, name, readOnly) -> unclosable(PoolFactory.hikari(each, name, readOnly), closed));

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(registry::close)
                .withMessage("a pool of shard 0/0 (replicated) could not be closed")
                .satisfies(failure -> assertThat(failure.getSuppressed()).hasSize(2));
        assertThat(closed).hasValue(4);
    }

    @Test
    void theFirstFallbackOfAShardIsLoggedAndNoOther() {
        var lines = new CopyOnWriteArrayList<String>();
        var handler = new Handler() {
            @Override
            public void publish(LogRecord line) {
                lines.add(line.getLevel() + " " + line.getMessage());
            }

            @Override
            public void flush() {
                // kept in memory
            }

            @Override
            public void close() {
                // kept in memory
            }
        };
        var logger = Logger.getLogger(DatabaseRegistry.class.getName());
        logger.addHandler(handler);
        try (var registry = DatabaseRegistry.fromConfig(four())) {
            registry.migrate(Fixture.SCRIPTS);
            var accounts = new AccountRepository(registry);
            var other = ShardIdentifier.of(200, 63);

            for (int i = 0; i < 3; i++) {
                accounts.findById(Account.on(UNREGISTERED, "a").id);
                registry.effectiveShard(other);
            }

            // other registries may say theirs at the same time
            assertThat(lines).filteredOn(line -> line.contains("200/63")).containsExactly(
                    "WARNING shard 200/63 is not registered; the default shard 0/0 (eu-1) serves it. This is said once");
            assertThat(registry.fallbacks()).isEqualTo(Map.of(UNREGISTERED, 3L, other, 3L));
        } finally {
            logger.removeHandler(handler);
        }
    }

    @Test
    void shardsAreAlwaysInTheSameOrder() {
        try (var registry = DatabaseRegistry.fromConfig(four())) {
            assertThat(registry.shards()).containsExactly(S00, S01, S10, S11);
            assertThat(registry.defaultShard()).isEqualTo(S00);
            assertThat(registry.configOf(S10).orElseThrow().name()).isEqualTo("mx-1");
            assertThat(registry.configOf(UNREGISTERED)).isEmpty();
        }
    }

    @Test
    void everyFallbackIsCounted() {
        try (var registry = DatabaseRegistry.fromConfig(four())) {
            registry.migrate();

            assertThat(registry.effectiveShard(S11)).isEqualTo(S11);
            assertThat(registry.effectiveShard(UNREGISTERED)).isEqualTo(S00);
            assertThat(registry.effectiveShard(UNREGISTERED)).isEqualTo(S00);
            assertThat(registry.fallbacks()).isEqualTo(Map.of(UNREGISTERED, 2L));
        }
    }

    @Test
    void strictModeRefusesWhatIsNotRegistered() {
        try (var registry = DatabaseRegistry.fromConfig(four().withStrict(true))) {
            registry.migrate();

            assertThat(registry.effectiveShard(S10)).isEqualTo(S10);
            assertThatExceptionOfType(UnregisteredShardException.class)
                    .isThrownBy(() -> registry.effectiveShard(UNREGISTERED));
            assertThat(registry.fallbacks()).isEmpty();
        }
    }

    @Test
    void migratingTellsWhatItDidAndDoingItAgainIsHarmless() {
        try (var registry = DatabaseRegistry.fromConfig(four())) {
            var first = registry.migrate(Fixture.SCRIPTS);
            var second = registry.migrate(Fixture.SCRIPTS);

            assertThat(first.shards()).extracting(MigrationReport.Entry::shard).containsExactly(S00, S01, S10, S11);
            assertThat(first.shards())
                    .allMatch(entry -> entry.applied()
                            .equals(List.of("eventlog 1", "eventlog 2", "eventlog 3", "eventlog 4", "eventlog 5",
                                    "eventlog 6", "application 1")));
            assertThat(second.shards()).allMatch(entry -> entry.applied().isEmpty());
            assertThat(second.toString()).contains("1/0 (mx-1): up to date, ");
        }
    }

    @Test
    void withoutTablesTheErrorSaysHowToGetThem() {
        try (var registry = DatabaseRegistry.fromConfig(four())) {
            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> registry.effectiveShard(S10))
                    .withMessageContaining("let DatabaseRegistry.migrate() make the tables of the framework first");
        }
    }

    @Test
    void aTransactionOfOneRegistryIsNoneOfAnother() {
        try (var one = DatabaseRegistry.fromConfig(ShardingConfig.single(TestDatabases.H2.create(1).getFirst()));
                var other = DatabaseRegistry.fromConfig(ShardingConfig.single(TestDatabases.H2.create(1).getFirst()))) {
            one.inTransaction(() -> {
                assertThat(one.isInTransaction()).isTrue();
                assertThat(other.isInTransaction()).isFalse();
                return other.inTransaction(() -> 1);
            });
        }
    }

    /// On a machine with two cores there are two carriers, and a virtual thread that loads a class keeps its own while it waits for a jar.
    @Test
    void openingAndMigratingNeedNoVirtualThread() throws Exception {
        var child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.virtualThreadScheduler.parallelism=1", "-Djdk.virtualThreadScheduler.maxPoolSize=1", "-cp",
                System.getProperty("java.class.path"), CarrierlessChild.class.getName()).redirectErrorStream(true)
                .start();
        try (var output = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            var watchdog = CompletableFuture.delayedExecutor(2, TimeUnit.MINUTES);
            watchdog.execute(child::destroyForcibly);

            assertThat(output.lines()).contains(CrossingChild.HERE);
        } finally {
            child.destroyForcibly();
        }
    }
}
