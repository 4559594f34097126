package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.MoveSetting.AU;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Moves while two processes read and write, and moves whose process is killed.
class MovesUnderLoadTest {
    private static final int MOST_ACCOUNTS = 100;
    private static final long PACE_NS = 2_000_000;
    private static final MoveOptions OPTIONS = MoveOptions.standard().withChunkRows(20).withMaxPauseMs(10_000);

    /// Threads that write and read until they are told to stop, and fail where a row is missing, old or there twice.
    private static final class Load implements AutoCloseable {
        private final MoveSetting setting;
        private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        private final AtomicBoolean isOver = new AtomicBoolean();
        private final List<Future<Integer>> running = new ArrayList<>();
        private final AtomicInteger number = new AtomicInteger();

        Load(MoveSetting setting) {
            this.setting = setting;
            for (var process : List.of(setting.one, setting.other)) {
                for (var work : List.<Work>of(this::write, this::writeRaw, this::readOne, this::readAll)) {
                    running.add(threads.submit(() -> repeat(process, work)));
                }
            }
        }

        private interface Work {
            void once(MoveSetting.Member process, Random random);
        }

        private int repeat(MoveSetting.Member process, Work work) {
            var random = new Random(number.incrementAndGet());
            int times = 0;
            while (!isOver.get()) {
                work.once(process, random);
                times++;
                LockSupport.parkNanos(PACE_NS); // leaves the move something of two cores
            }
            return times;
        }

        private ShardedId<Account> any(Random random) {
            var ids = List.copyOf(setting.paid.keySet());
            return ids.get(random.nextInt(ids.size()));
        }

        private void write(MoveSetting.Member process, Random random) {
            if (setting.paid.size() < MOST_ACCOUNTS) {
                var shard = List.of(S00, S01, AU, AU).get(random.nextInt(4));
                setting.open(process, shard, "loaded " + number.incrementAndGet());
            }
            var id = any(random);
            boolean isOnes = id.uuid().getMostSignificantBits() % 2 == 0; // each account is written by one process, so that none is stale
            if (isOnes == process.equals(setting.one)) {
                setting.pay(process, id);
            }
        }

        /// Besides all repositories, though by the map.
        private void writeRaw(MoveSetting.Member process, Random random) {
            var id = any(random);
            try {
                process.accounts().db(id).update(ACCOUNTS).set(ACCOUNTS.label, "raw " + random.nextInt())
                        .where(ACCOUNTS.id.eq(id.uuid())).execute();
            } catch (ShardMovingException e) {
                // it is told to try again
            } catch (DataAccessException e) {
                assertThat(ShardDatabase.isDeadlock(e)).as(e.toString()).isTrue();
            }
        }

        private void readOne(MoveSetting.Member process, Random random) {
            var id = any(random);
            int before = setting.timesPaid(id).get();
            var row = process.accounts().findById(id);
            assertThat(row).as("row %s", id).isPresent();
            assertThat(row.get().balance.intValueExact()).isGreaterThanOrEqualTo(before);
            assertThat(process.accounts().verifyEventsOf(row.get())).isGreaterThanOrEqualTo(row.get().version);
        }

        private void readAll(MoveSetting.Member process, Random random) {
            var before = new HashMap<ShardedId<Account>, Integer>();
            setting.paid.forEach((id, times) -> before.put(id, times.get()));
            var found = new HashMap<ShardedId<Account>, Integer>();
            for (var row : process.accounts().findAll()) {
                assertThat(found.put(row.id, row.balance.intValueExact())).as("twice %s", row.id).isNull();
            }
            before.forEach((id, times) -> assertThat(found).as("row %s", id).hasEntrySatisfying(id,
                    balance -> assertThat(balance).isGreaterThanOrEqualTo(times)));
            assertThat(process.accounts().count()).isGreaterThanOrEqualTo(before.size());
        }

        @Override
        public void close() {
            isOver.set(true);
            try {
                for (var each : running) {
                    assertThat(each.get()).isPositive();
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException e) {
                throw new AssertionError(e.getCause());
            } finally {
                threads.close();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void nothingIsMissedLostOrSeenTwiceWhileShardsMove(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 15)) {
            try (var load = new Load(setting)) {
                assertThat(load).isNotNull();
                var moves = setting.one.moves();
                var adopted = moves.start(moves.planAdoption(AU).withOptions(OPTIONS));
                var back = moves.start(moves.planReversal(adopted.number()).withOptions(OPTIONS));
                moves.clean(back.number());
                var merged = setting.other.moves().start(setting.other.moves().planRelocation(S01, S00)
                        .withOptions(OPTIONS));
                setting.other.moves().clean(merged.number());
                moves.clean(moves.start(moves.planAdoption(AU).withOptions(OPTIONS)).number());
                assertThat(moves.list()).allMatch(move -> move.state().isFinal())
                        .allMatch(move -> move.pause().toMillis() <= OPTIONS.maxPauseMs());
            }
            setting.assertWhole();
            setting.assertTidy();
            assertThat(setting.shardsServedBy(S00)).containsExactlyInAnyOrder(S00, S01);
            assertThat(setting.rowsIn(AU)).isEqualTo(setting.idsOf(AU).size());
            assertThat(setting.rowsIn(S00)).isEqualTo(setting.paid.size() - setting.idsOf(AU).size());
            assertThat(setting.rowsIn(S01)).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(value = TestDatabases.class, mode = EnumSource.Mode.EXCLUDE, names = "H2") // a database in memory dies with its process
    void aProcessThatIsKilledInTheMiddleHarmsNobody(TestDatabases kind) throws IOException {
        try (var setting = MoveSetting.of(kind, 15)) {
            try (var load = new Load(setting)) {
                assertThat(load).isNotNull();
                for (var step : List.of("SOURCE FENCED")) {
                    killAt(setting, step);
                    setting.letLeasesRunOut();
                    var moves = setting.one.moves();
                    var move = moves.resume(moves.list().size());
                    if (!move.state().isFinal()) {
                        moves.clean(move.number());
                    }
                    back(moves, AU);
                }
            }
            setting.assertWhole();
            setting.assertTidy();
        }
    }

    private static void back(ShardMoves moves, ShardIdentifier shard) {
        moves.clean(moves.start(moves.planRelocationAcrossGroups(shard, S00).withOptions(OPTIONS)).number());
    }

    private static void killAt(MoveSetting setting, String step) throws IOException {
        var command = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp", System.getProperty("java.class.path"), MovingChild.class.getName(), step));
        command.addAll(setting.urls());
        var child = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (var lines = new BufferedReader(new InputStreamReader(child.getInputStream(), StandardCharsets.UTF_8))) {
            var seen = new HashSet<String>();
            String line;
            while ((line = lines.readLine()) != null && !line.equals(MovingChild.HERE)) {
                seen.add(line);
            }
            assertThat(line).as("what the child said: %s", seen).isEqualTo(MovingChild.HERE);
        } finally {
            child.destroyForcibly().onExit().join();
        }
    }
}
