package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Deliveries.eventually;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Named locks. Two registries stand for two processes where a test does not start a real one.
///
/// Leases are so long that none ends because the machine stood still for a while. Where one is to end, the test sets its end back in the database.
class KeyedLockTest {
    private static final Duration LEASE = Duration.ofHours(1);
    private static final Field<String> NAME = DSL.field(DSL.name("name"), SQLDataType.VARCHAR);
    private static final Field<Long> EXPIRES_MS = DSL.field(DSL.name("expires_ms"), SQLDataType.BIGINT);
    private static final KeyedLockOptions OPTIONS = KeyedLockOptions.standard().withLease(LEASE)
            .withMaxHold(Duration.ofHours(2)).withMaxWait(Duration.ofMinutes(2));

    private record Side(DatabaseRegistry registry, KeyedLockProvider locks) implements AutoCloseable {
        static Side of(DataSourceConfig config, KeyedLockOptions options) {
            var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(config));
            registry.migrate();
            return new Side(registry, KeyedLockProvider.open(registry, options));
        }

        /// When the lease of a lock ends.
        long expiresMs(String name) {
            return requireNonNull(
                    database().db().select(EXPIRES_MS).from(table()).where(NAME.eq(name)).fetchSingle(EXPIRES_MS));
        }

        /// Lets time pass for a lock.
        void letPass(String name, Duration time) {
            database().db().update(table()).set(EXPIRES_MS, EXPIRES_MS.minus(time.toMillis())).where(NAME.eq(name))
                    .execute();
        }

        private Table<Record> table() {
            return DSL.table(Dialects.frameworkTable(database().dialect(), "locks"));
        }

        private ShardDatabase database() {
            return registry.defaultDatabase();
        }

        @Override
        public void close() {
            locks.close();
            registry.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void threadsOfTwoProcessesExcludeEachOther(TestDatabases kind) throws Exception {
        var config = kind.create(1).getFirst();
        long[] counter = {0}; // not atomic, and not volatile
        var fences = new ArrayList<Long>();
        try (var one = Side.of(config, OPTIONS);
                var two = Side.of(config, OPTIONS);
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var running = new ArrayList<Future<?>>();
            for (int i = 0; i < 8; i++) {
                var process = i % 2 == 0 ? one : two;
                running.add(threads.submit(() -> {
                    for (int round = 0; round < 10; round++) {
                        try (var lock = process.locks.acquire("counter")) {
                            long read = counter[0];
                            Thread.onSpinWait();
                            counter[0] = read + 1;
                            fences.add(lock.fence());
                            lock.ensureHeld();
                        }
                    }
                }));
            }
            for (var each : running) {
                each.get();
            }
        }
        assertThat(counter[0]).isEqualTo(80);
        assertThat(fences).hasSize(80).isSorted().doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @EnumSource
    void aThreadMayAcquireItAgainAndOthersGetItAfterTheLastClose(TestDatabases kind) {
        var config = kind.create(1).getFirst();
        try (var one = Side.of(config, OPTIONS); var two = Side.of(config, OPTIONS)) {
            var outer = one.locks.acquire("again");
            var inner = one.locks.acquire("again");

            assertThat(inner.fence()).isEqualTo(outer.fence());
            inner.close();
            inner.close(); // twice is once
            assertThat(outer.isHeld()).isTrue();
            assertThat(two.locks.tryAcquire("again", Duration.ZERO)).isEmpty();
            assertThat(two.locks.tryAcquire("Again", Duration.ZERO)).isPresent().get()
                    .satisfies(KeyedLock::close); // another name
            outer.close();
            assertThat(outer.isHeld()).isFalse();
            try (var next = two.locks.acquire("again")) {
                assertThat(next.fence()).isGreaterThan(outer.fence());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoWaitsTooLongIsToldSo(TestDatabases kind) {
        var config = kind.create(1).getFirst();
        try (var one = Side.of(config, OPTIONS);
                var two = Side.of(config, OPTIONS.withMaxWait(Duration.ofMillis(50)));
                var lock = one.locks.acquire("busy")) {
            assertThatExceptionOfType(LockTimeoutException.class).isThrownBy(() -> two.locks.acquire("busy"))
                    .withMessage("14014 LockTimeout: the lock 'busy' was not free within 50 ms: somebody else holds it."
                            + " Try again later, or wait longer");
            assertThat(lock.isHeld()).isTrue();
            assertThatIllegalArgumentException().isThrownBy(() -> two.locks.acquire(""));
        }
    }

    @ParameterizedTest
    @EnumSource
    void whoHoldsItTooLongLosesIt(TestDatabases kind) {
        var config = kind.create(1).getFirst();
        try (var one = Side.of(config,
                OPTIONS.withLease(Duration.ofSeconds(1)).withMaxHold(Duration.ofMillis(1_500)));
                var two = Side.of(config, OPTIONS)) {
            var lock = one.locks.acquire("long");

            try (var next = two.locks.acquire("long")) {
                assertThat(next.isHeld()).isTrue();
                assertThat(lock.isHeld()).isFalse();
                assertThatExceptionOfType(LockLostException.class).isThrownBy(lock::ensureHeld);
                assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> one.locks.acquire("long"));
                lock.close();
                assertThat(one.locks.tryAcquire("long", Duration.ZERO)).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theLeaseOfALockIsRenewedAsLongAsItsProcessLives(TestDatabases kind) {
        var config = kind.create(1).getFirst();
        try (var one = Side.of(config, OPTIONS.withLease(Duration.ofSeconds(20)));
                var lock = one.locks.acquire("renewed")) {
            long firstMs = one.expiresMs("renewed");

            eventually("the lease is renewed", () -> one.expiresMs("renewed") > firstMs);
            assertThat(lock.isHeld()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void fiftyWhoWaitKeepNoConnection(TestDatabases kind) throws Exception {
        var config = kind.create(1).getFirst().withMaximumPoolSize(2).withConnectionTimeoutMs(60_000);
        try (var one = Side.of(config, OPTIONS); var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var lock = one.locks.acquire("crowded");
            var running = new ArrayList<Future<Boolean>>();
            var waiting = new CountDownLatch(50);
            for (int i = 0; i < 50; i++) {
                running.add(threads.submit(() -> {
                    waiting.countDown();
                    try (var mine = one.locks.acquire("crowded")) {
                        return mine.isHeld();
                    }
                }));
            }
            assertThat(waiting.await(60, TimeUnit.SECONDS)).isTrue();

            one.registry.inTransaction(() -> one.registry.inTransaction(() -> 1)); // a connection is there
            lock.close();
            for (var each : running) {
                assertThat(each.get()).isTrue();
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"POSTGRESQL", "MARIADB"})
    void theLockOfAProcessThatIsKilledIsFreeWhenItsLeaseEnds(TestDatabases kind) throws Exception {
        var config = kind.create(1).getFirst();
        try (var here = Side.of(config, OPTIONS)) {
            var child = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-cp", System.getProperty("java.class.path"), LockingChild.class.getName(), "shared",
                    String.valueOf(LEASE.toMillis()), config.jdbcUrl(), config.username(), config.password()))
                    .redirectErrorStream(true).start();
            long fence;
            try (var output = new BufferedReader(
                    new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
                var line = output.readLine();
                while (line != null && !line.startsWith(CrossingChild.HERE)) {
                    line = output.readLine();
                }
                assertThat(line).isNotNull();
                fence = Long.parseLong(line.substring(CrossingChild.HERE.length() + 1));
                assertThat(here.locks.tryAcquire("shared", Duration.ZERO)).isEmpty();
                child.destroyForcibly();
            }
            child.waitFor();
            assertThat(here.locks.tryAcquire("shared", Duration.ZERO)).isEmpty();
            here.letPass("shared", LEASE.dividedBy(2));
            assertThat(here.locks.tryAcquire("shared", Duration.ZERO)).isEmpty();
            here.letPass("shared", LEASE.dividedBy(2).plusMillis(1));

            try (var lock = here.locks.acquire("shared")) {
                assertThat(lock.fence()).isGreaterThan(fence);
            }
        }
    }

    @Test
    void aLockThatIsNotRenewedInTimeIsLost() throws Exception {
        var server = TestDatabases.POSTGRESQL.create(1).getFirst();
        var port = Integer.parseInt(server.jdbcUrl().replaceAll(".*localhost:(\\d+)/.*", "$1"));
        try (var line = FaultyLine.to(port)) {
            var config = DataSourceConfig.of(server.jdbcUrl().replace("localhost:" + port, "127.0.0.1:" + line.port()))
                    .withLogin(server.username(), server.password()).withConnectionTimeoutMs(4_000);
            try (var one = Side.of(config, OPTIONS.withLease(Duration.ofMillis(300)));
                    var two = Side.of(server, OPTIONS)) {
                var lock = one.locks.acquire("cut off");
                line.cut();

                try (var next = two.locks.acquire("cut off")) {
                    assertThat(lock.isHeld()).isFalse();
                    assertThat(next.isHeld()).isTrue();
                    line.mend();
                    lock.close(); // does not take it from the other
                    assertThat(next.isHeld()).isTrue();
                }
            }
        }
    }

    @Test
    void aLockBelongsToItsThread() throws Exception {
        try (var one = Side.of(TestDatabases.H2.create(1).getFirst(), OPTIONS);
                var threads = Executors.newVirtualThreadPerTaskExecutor();
                var lock = one.locks.acquire("mine")) {
            assertThat(threads.submit(() -> one.locks.tryAcquire("mine", Duration.ZERO)).get()).isEmpty();
            var closing = one.locks.acquire("mine");
            threads.submit(() -> assertThatIllegalStateException().isThrownBy(closing::close)
                    .withMessageContaining("is closed by another thread than acquired it")).get();
            assertThat(lock.isHeld()).isTrue();
        }
    }

    @Test
    void locksHaveAPoolOfTheirOwnWhereItIsConfigured() {
        var config = TestDatabases.H2.create(1).getFirst();
        var member = new ShardMemberConfig(0, "home",
                Map.of("primaryConfig", config.withMaximumPoolSize(1), "lockConfig", config.withMaximumPoolSize(2)));
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.of(ShardGroupConfig.of(0, "g", member)))) {
            registry.migrate();
            try (var locks = KeyedLockProvider.open(registry, OPTIONS)) {
                boolean held = registry.inTransaction(() -> { // has the only connection of the primary
                    try (var lock = locks.acquire("beside")) {
                        return lock.isHeld();
                    }
                });
                assertThat(held).isTrue();
            }
        }
    }

    @Test
    void theDefaultsAndTheBoundsOfOptions() {
        assertThat(KeyedLockOptions.standard()).isEqualTo(
                new KeyedLockOptions(Duration.ofSeconds(10), Duration.ofSeconds(10), Duration.ofMinutes(10)));
        assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withLease(Duration.ofMillis(99)));
        assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withMaxHold(Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> OPTIONS.withMaxWait(Duration.ofDays(2)));
    }
}
