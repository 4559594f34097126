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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
                    .allMatch(entry -> entry.applied().equals(List.of("eventlog 1", "application 1")));
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
}
