package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.MoveSetting.AU;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jooq.exception.DataAccessException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Random actions, some of which cross shards, commits that fail, moves that are killed, resumed, aborted and reverted, by two processes, while a handler gets the events. In the end every row and every
/// event is compared with what a simple model says, and what the handler got. The seed is in the name of each run and of its failure; `bailiwick.moves.runs` and `bailiwick.seed` ask for more, or for others.
class RandomMovesTest {
    private static final int OPERATIONS = 60;
    private static final int RUNS = Integer.getInteger("bailiwick.moves.runs", 1);
    private static final long FIRST_SEED = Long.getLong("bailiwick.seed", 11);
    private static final HandlerOptions HASTY = HandlerOptions.standard().withMaxIdle(Duration.ofMillis(20))
            .withPageSize(7);
    private static final List<ShardIdentifier> SHARDS = List.of(S00, S01, AU);
    private static final List<String> STEPS = List.of("PLANNED", "WATCHED", "COPYING", "COPYING accounts",
            "COPYING eventlog.events", "CATCHING_UP", "COMPARED", "FENCED", "SOURCE FENCED", "VERIFIED", "SWITCHED",
            "LEFT", "HANDLERS STOPPED", "ARRIVED", "HANDED OVER", "ACTIONS", "CLEANING", "REMOVED accounts",
            "ABORTING");
    private static final ExecutionConfiguration CROSSING = ExecutionConfiguration.Builder.executionConfiguration()
            .allowCrossShard(true).build();

    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    static Stream<Arguments> runs() {
        return Stream.of(TestDatabases.values()).flatMap(kind -> LongStream
                .range(FIRST_SEED, FIRST_SEED + RUNS).mapToObj(seed -> Arguments.of(kind, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("runs")
    void whateverHappensEveryRowAndEventIsThereOnce(TestDatabases kind, long seed) {
        var random = new Random(seed);
        var isFaulty = new AtomicBoolean();
        var faults = new Random(seed + 1);
        var pools = HookedPools.of((isCommitted, pool) -> {
            if (!isCommitted && isFaulty.get() && faults.nextInt(4) == 0) {
                throw new SQLException("the test does not let it commit", "40001");
            }
        });
        var delivered = new Deliveries();
        var handlers = List.of(Handler.of("all", delivered));
        try (var setting = MoveSetting.of(kind, 3, pools);
                var one = Handlers.start(setting.one.registry(), HASTY, handlers);
                var other = Handlers.start(setting.other.registry(), HASTY, handlers)) {
            Objects.requireNonNull(one);
            Objects.requireNonNull(other);
            try {
                for (int i = 0; i < OPERATIONS; i++) {
                    isFaulty.set(random.nextInt(4) == 0);
                    operation(setting, random);
                    isFaulty.set(false);
                    if (i % 10 == 0) {
                        setting.assertWhole();
                    }
                }
                end(setting);
                setting.assertWhole();
                setting.assertTidy();
                delivered.awaitDifferent(setting.paid.values().stream().mapToInt(times -> 1 + times.get()).sum());
                Deliveries.assertAtLeastOnceAndNeverWithAGap(delivered.taken());
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("seed " + seed + " on " + kind + ", moves " + setting.one.moves().list(), e);
            }
        }
    }

    private static void operation(MoveSetting setting, Random random) {
        var process = random.nextBoolean() ? setting.one : setting.other;
        switch (random.nextInt(10)) {
            case 0, 1 -> open(setting, process, SHARDS.get(random.nextInt(3)), random);
            case 2, 3, 4 -> pay(setting, process, List.of(any(setting, random)));
            case 5 -> pay(setting, process, List.of(any(setting, random), any(setting, random)));
            case 6 -> process.accounts().findAll();
            default -> move(setting, process, random);
        }
    }

    private static ShardedId<Account> any(MoveSetting setting, Random random) {
        var ids = setting.paid.keySet().stream().sorted(Comparator.comparing(id -> id.uuid().toString())).toList();
        return ids.get(random.nextInt(ids.size()));
    }

    private static void open(MoveSetting setting, MoveSetting.Member process, ShardIdentifier shard, Random random) {
        try {
            setting.open(process, shard, "random " + random.nextInt());
        } catch (DataAccessException e) {
            // refused to commit
        }
    }

    private static void pay(MoveSetting setting, MoveSetting.Member process, List<ShardedId<Account>> accounts) {
        var ids = accounts.stream().distinct().toList();
        try {
            process.executor().execute(ALICE, PayInAction.class, new PayInAction.Params(ids, "1.00"), CROSSING);
        } catch (PartialCommitException e) {
            var unfinished = setting.other.executor().unfinished();
            unfinished.resume(e.actionId());
        } catch (DataAccessException e) {
            return; // refused to commit
        }
        ids.forEach(id -> setting.timesPaid(id).incrementAndGet());
    }

    private static void move(MoveSetting setting, MoveSetting.Member process, Random random) {
        Consumer<String> hook = step -> {};
        if (random.nextInt(2) == 0) {
            var deadly = STEPS.get(random.nextInt(STEPS.size()));
            hook = step -> {
                if (step.equals(deadly)) {
                    throw new Killed();
                }
            };
        }
        var moves = process.moves(hook);
        try {
            var open = moves.list().stream().filter(move -> !move.state().isFinal()).toList();
            if (open.isEmpty()) {
                start(moves, random);
            } else {
                goOn(moves, open.getLast(), random);
            }
        } catch (MoveFailedException | MoveRefusedException | DataAccessException e) {
            // stopped by a commit that failed, or not possible now
        } catch (Killed e) {
            setting.letLeasesRunOut();
        }
    }

    private static void start(ShardMoves moves, Random random) {
        var shard = random.nextBoolean() ? S01 : AU;
        var target = SHARDS.get(random.nextInt(3));
        moves.start(moves.planRelocationAcrossGroups(shard, target)
                .withOptions(MoveOptions.standard().withChunkRows(1 + random.nextInt(5)).withMaxPauseMs(20_000)));
    }

    private static void goOn(ShardMoves moves, ShardMove move, Random random) {
        boolean isSwitched = move.state() == MoveState.SWITCHED;
        switch (random.nextInt(3)) {
            case 0 -> moves.resume(move.number());
            case 1 -> {
                if (isSwitched) {
                    moves.start(moves.planReversal(move.number()));
                } else if (move.state() != MoveState.CLEANING) {
                    moves.abort(move.number());
                }
            }
            default -> {
                if (isSwitched) {
                    moves.clean(move.number());
                } else {
                    moves.resume(move.number());
                }
            }
        }
    }

    private static void end(MoveSetting setting) {
        setting.letLeasesRunOut();
        var moves = setting.one.moves();
        for (var move : moves.list().reversed()) {
            if (moves.resume(move.number()).state() == MoveState.SWITCHED) {
                moves.clean(move.number());
            }
        }
    }
}
