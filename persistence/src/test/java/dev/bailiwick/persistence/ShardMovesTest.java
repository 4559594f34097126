package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.MoveSetting.AU;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.ShardIdentifier;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Moves of shards between databases, one step after the other and with nobody else about.
class ShardMovesTest {
    private static final MoveOptions SMALL = MoveOptions.standard().withChunkRows(3).withMaxPauseMs(20_000);

    /// What a kill is to the code that is running: nothing of it runs on.
    private static final class Killed extends Error {
        private static final long serialVersionUID = 1;
    }

    private static Consumer<String> killAt(String step) {
        var done = new AtomicBoolean();
        return name -> {
            if (name.equals(step) && done.compareAndSet(false, true)) {
                throw new Killed();
            }
        };
    }

    @ParameterizedTest
    @EnumSource
    void adoptingMovesAShardFromTheDefaultToItsOwnDatabase(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 10)) {
            var moves = setting.one.moves();
            assertThat(setting.one.registry().effectiveShard(AU)).isEqualTo(S00);
            var seen = new ArrayList<ShardMove>();

            var plan = moves.planAdoption(AU);
            var move = moves.start(plan.withOptions(SMALL), seen::add);

            assertThat(plan.tables()).containsExactly(new MovePlan.TableRows("accounts", 11),
                    new MovePlan.TableRows("eventlog.events", 21));
            assertThat(plan.rows()).isEqualTo(32);
            assertThat(move.state()).isEqualTo(MoveState.SWITCHED);
            assertThat(move.copiedRows()).isEqualTo(32);
            assertThat(move.pause()).isPositive();
            assertThat(seen).extracting(ShardMove::state).startsWith(MoveState.COPYING).endsWith(MoveState.SWITCHED);
            assertThat(setting.shardsServedBy(AU)).containsExactly(AU);
            assertThat(setting.other.registry().effectiveShard(AU)).isEqualTo(AU);
            assertThat(setting.rowsIn(AU)).isEqualTo(11);
            assertThat(setting.rowsIn(S00)).isEqualTo(21);
            setting.assertWhole();

            setting.pay(setting.other, setting.idsOf(AU).getFirst());
            assertThat(moves.clean(move.number()).state()).isEqualTo(MoveState.CLEANED);

            assertThat(setting.rowsIn(S00)).isEqualTo(10);
            setting.assertWhole();
            setting.assertInFeed(AU, AU);
            setting.assertTidy();
        }
    }

    @ParameterizedTest
    @EnumSource
    void twoShardsMayBeServedByOneDatabaseAndBePartedAgain(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 6)) {
            var moves = setting.one.moves();

            var merged = moves.start(moves.planRelocation(S01, S00).withOptions(SMALL));
            moves.clean(merged.number());

            assertThat(setting.shardsServedBy(S00)).containsExactlyInAnyOrder(S00, S01, AU);
            assertThat(setting.rowsIn(S01)).isZero();
            setting.assertWhole();

            var parted = moves.start(moves.planAdoption(S01).withOptions(SMALL));
            setting.pay(setting.other, setting.idsOf(S01).getFirst());
            moves.clean(parted.number());

            assertThat(setting.shardsServedBy(S01)).containsExactly(S01);
            setting.assertWhole();
            setting.assertInFeed(S01, S01);
            setting.assertTidy();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aShardMayBeServedByTheDatabaseOfAnotherGroupIfThatIsAskedForByName(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 3)) {
            var moves = setting.one.moves();

            assertThatExceptionOfType(MoveRefusedException.class).isThrownBy(() -> moves.planRelocation(AU, S01))
                    .withMessageContaining("planRelocationAcrossGroups");
            moves.clean(moves.start(moves.planRelocationAcrossGroups(AU, S01)).number());

            assertThat(setting.shardsServedBy(S01)).containsExactlyInAnyOrder(S01, AU);
            assertThat(setting.rowsIn(AU)).isZero();
            setting.pay(setting.other, setting.idsOf(AU).getFirst());
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void revertingBringsBackWhatWasMovedAndWhatWasWrittenSince(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 8)) {
            var moves = setting.one.moves();
            var move = moves.start(moves.planAdoption(AU).withOptions(SMALL));
            setting.pay(setting.other, setting.idsOf(AU).getFirst());
            setting.open(setting.other, AU, "late");
            var removed = setting.idsOf(AU).getLast();
            setting.database(AU).db().deleteFrom(ACCOUNTS).where(ACCOUNTS.id.eq(removed.uuid())).execute();
            setting.paid.remove(removed);

            var back = moves.start(moves.planReversal(move.number()).withOptions(SMALL));

            assertThat(moves.get(move.number()).state()).isEqualTo(MoveState.REVERTED);
            assertThat(setting.shardsServedBy(S00)).containsExactlyInAnyOrder(S00, AU);
            setting.pay(setting.one, setting.idsOf(AU).getFirst());
            setting.pay(setting.other, setting.idsOf(AU).getFirst());
            setting.assertWhole();
            moves.clean(back.number());
            assertThat(setting.rowsIn(AU)).isZero();
            setting.assertWhole();

            moves.clean(moves.start(moves.planAdoption(AU)).number());
            assertThat(setting.shardsServedBy(AU)).containsExactly(AU);
            setting.assertWhole();
            setting.assertTidy();
        }
    }

    /// All steps of a move and of cleaning up after it, in their order.
    private static Set<String> steps(MoveSetting setting) {
        var steps = new LinkedHashSet<String>();
        var moves = setting.one.moves(steps::add);
        moves.clean(moves.start(moves.planAdoption(AU).withOptions(SMALL)).number());
        var back = setting.one.moves();
        back.clean(back.start(back.planRelocationAcrossGroups(AU, S00)).number());
        return steps;
    }

    @ParameterizedTest
    @EnumSource
    void aMoveThatWasKilledAtAnyStepIsResumedByAnotherProcess(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 3)) {
            var steps = steps(setting);
            assertThat(steps).contains("PLANNED", "WATCHED", "COPYING", "COPYING accounts", "CATCHING_UP", "COMPARED",
                    "FENCED", "SOURCE FENCED", "VERIFIED", "SWITCHED", "LEFT", "CLEANING", "REMOVED accounts");
            for (var step : steps) {
                var moves = setting.one.moves(killAt(step));
                long number = moves.list().size() + 1L;
                assertThatExceptionOfType(Killed.class).as(step).isThrownBy(() -> moves
                        .clean(moves.start(moves.planAdoption(AU).withOptions(SMALL)).number()));
                setting.letLeasesRunOut();
                setting.pay(setting.one, setting.idsOf(AU).getFirst());
                setting.pay(setting.other, setting.idsOf(AU).getLast());
                setting.pay(setting.other, setting.idsOf(S00).getLast());
                setting.assertWhole();

                var resumed = setting.other.moves().resume(number);

                setting.assertWhole();
                if (!resumed.state().isFinal()) {
                    setting.pay(setting.one, setting.idsOf(AU).getFirst());
                    resumed = setting.other.moves().clean(number);
                }
                assertThat(resumed.state()).isEqualTo(MoveState.CLEANED);
                assertThat(setting.shardsServedBy(AU)).as(step).containsExactly(AU);
                setting.assertWhole();
                setting.assertTidy();
                var back = setting.one.moves();
                back.clean(back.start(back.planRelocationAcrossGroups(AU, S00)).number());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aMoveThatWasKilledBeforeTheSwitchCanBeAborted(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 3)) {
            for (var step : List.of("PLANNED", "WATCHED", "COPYING accounts", "CATCHING_UP", "FENCED", "SOURCE FENCED",
                    "VERIFIED")) {
                var moves = setting.one.moves(killAt(step));
                long number = moves.list().size() + 1L;
                assertThatExceptionOfType(Killed.class).as(step)
                        .isThrownBy(() -> moves.start(moves.planAdoption(AU).withOptions(SMALL)));
                assertThatExceptionOfType(MoveRefusedException.class).isThrownBy(() -> setting.other.moves()
                        .abort(number)).withMessageContaining("another process is at move");
                setting.letLeasesRunOut();

                var aborted = setting.other.moves().abort(number);

                assertThat(aborted.state()).isEqualTo(MoveState.ABORTED);
                assertThat(setting.shardsServedBy(S00)).containsExactlyInAnyOrder(S00, AU);
                assertThat(setting.rowsIn(AU)).as(step).isZero();
                setting.pay(setting.one, setting.idsOf(AU).getFirst());
                setting.assertWhole();
                setting.assertTidy();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aReversalThatIsAbortedLeavesTheShardWhereItWas(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 5)) {
            var moves = setting.one.moves();
            var move = moves.start(moves.planAdoption(AU).withOptions(SMALL));
            setting.pay(setting.other, setting.idsOf(AU).getFirst());
            var killed = setting.one.moves(killAt("VERIFIED"));
            assertThatExceptionOfType(Killed.class).isThrownBy(() -> killed.start(killed.planReversal(move.number())));
            setting.letLeasesRunOut();

            setting.other.moves().abort(move.number() + 1);

            assertThat(setting.shardsServedBy(AU)).containsExactly(AU);
            setting.pay(setting.one, setting.idsOf(AU).getFirst());
            setting.assertWhole();
            moves.clean(move.number());
            assertThat(setting.rowsIn(S00)).isEqualTo(5);
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void rowsThatTheTargetDoesNotTakeEndTheMoveAndTheSourceGoesOn(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 5)) {
            setting.database(S00).db().execute("CREATE UNIQUE INDEX accounts_label ON accounts (label)");
            setting.open(setting.one, S00, "0/1 3");
            var moves = setting.one.moves();

            assertThatExceptionOfType(MoveFailedException.class)
                    .isThrownBy(() -> moves.start(moves.planRelocation(S01, S00).withOptions(SMALL)))
                    .withMessageContaining(
                            "move 1 was aborted: rows of the table accounts cannot be in shard 0/0 (eu-1)");

            assertThat(moves.get(1).state()).isEqualTo(MoveState.ABORTED);
            assertThat(moves.get(1).failure().orElseThrow()).contains("accounts");
            setting.pay(setting.other, setting.idsOf(S01).getFirst());
            setting.assertWhole();
            assertThat(setting.rowsIn(S00)).isEqualTo(5 + 1 + 6);
        }
    }

    @ParameterizedTest
    @EnumSource
    void anOutageOfTheTargetStopsTheMoveAndItIsResumedAfterwards(TestDatabases kind) {
        var isAway = new AtomicBoolean();
        var pools = HookedPools.of((isCommitted, pool) -> {
            if (isAway.get() && pool.equals("au-1")) {
                throw new SQLException("the test has cut the line", "08006");
            }
        });
        try (var setting = MoveSetting.of(kind, 8, pools)) {
            var moves = setting.one.moves(step -> isAway.set(step.equals("COPYING accounts")));

            assertThatExceptionOfType(MoveFailedException.class)
                    .isThrownBy(() -> moves.start(moves.planAdoption(AU).withOptions(SMALL)))
                    .withMessageContaining("move 1 has stopped, and nothing is lost");
            setting.pay(setting.other, setting.idsOf(AU).getFirst());
            setting.assertWhole();
            isAway.set(false);

            assertThat(setting.one.moves().resume(1).state()).isEqualTo(MoveState.SWITCHED);
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPlanThatIsOutOfDateIsRefused(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var moves = setting.one.moves();
            var plan = moves.planAdoption(AU);
            moves.clean(moves.start(moves.planRelocation(S01, S00)).number());

            assertThatExceptionOfType(MoveRefusedException.class).isThrownBy(() -> moves.start(plan))
                    .withMessageContaining("the map has changed since this was planned");
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatCannotBeMovedIsRefusedWithTheReason(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var moves = setting.one.moves();
            refused(() -> moves.planAdoption(S00), "is the default");
            refused(() -> moves.planAdoption(S01), "is served by shard 0/1 (eu-2) already");
            refused(() -> setting.one.registry().moves(RepositoryRegistry.of()).planAdoption(AU),
                    "no repository keeps Account");
            try (var ignorant = DatabaseRegistry
                    .fromConfig(ShardingConfig.of(MoveSetting.europe(setting.databases)))) {
                new AccountRepository(ignorant).findAll();
                refused(() -> moves.planAdoption(AU), "does not register shard 2/0 (au-1)");
            }
            var killed = setting.one.moves(killAt("COPYING accounts"));
            assertThatExceptionOfType(Killed.class).isThrownBy(() -> killed.start(killed.planAdoption(AU)));
            refused(() -> moves.planRelocation(S01, S00), "One move is made at a time");
            setting.letLeasesRunOut();
            moves.resume(1);
            refused(() -> moves.planRelocationAcrossGroups(AU, S01), "Clean it first, or revert it");
            refused(() -> moves.abort(1), "What is switched is not aborted but reverted");
        }
    }

    private static void refused(Runnable call, String reason) {
        assertThatExceptionOfType(MoveRefusedException.class).isThrownBy(call::run).withMessageContaining(reason);
    }

    @ParameterizedTest
    @EnumSource
    void statementsOfOnesOwnFindEachRowOnce(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 4)) {
            var moves = setting.one.moves();
            moves.start(moves.planAdoption(AU));
            var accounts = setting.other.accounts();

            long rows = accounts.gather(GatherOptions.standard(),
                    db -> List.of(db.fetchCount(ACCOUNTS, accounts.isServedBy(db)))).items().stream()
                    .mapToInt(Integer::intValue).sum();

            assertThat(rows).isEqualTo(setting.paid.size());
            assertThat(accounts.isServedBy(DSL.using(SQLDialect.H2))).isEqualTo(DSL.noCondition());
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsLeftInTheSourceCannotBeWrittenByAnybody(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var moves = setting.one.moves();
            moves.start(moves.planAdoption(AU));
            var row = setting.idsOf(AU).getFirst();

            assertThatExceptionOfType(ShardMovingException.class).isThrownBy(() -> setting.database(S00).db()
                    .update(ACCOUNTS).set(ACCOUNTS.label, "late").where(ACCOUNTS.id.eq(row.uuid())).execute());
            setting.database(S00).db().update(ACCOUNTS).set(ACCOUNTS.label, "fine")
                    .where(ACCOUNTS.id.eq(setting.idsOf(S00).getFirst().uuid())).execute();
        }
    }

    private static void relabel(ShardDatabase database, UUID row, String label) {
        database.db().update(ACCOUNTS).set(ACCOUNTS.label, label).where(ACCOUNTS.id.eq(row)).execute();
    }

    @ParameterizedTest
    @EnumSource
    void whoWritesPastTheMapWhileAShardIsFencedIsRefused(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var row = setting.idsOf(AU).getFirst().uuid();
            var refused = new AtomicBoolean();
            var moves = setting.one.moves(step -> {
                if (step.equals("SOURCE FENCED")) {
                    relabel(setting.database(S00), setting.idsOf(S00).getFirst().uuid(), "not moved");
                    assertThatExceptionOfType(ShardMovingException.class)
                            .isThrownBy(() -> relabel(setting.database(S00), row, "lost"));
                    refused.set(true);
                }
            });

            moves.start(moves.planAdoption(AU).withOptions(SMALL));

            assertThat(refused).isTrue();
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFenceWaitsForWhoHasWrittenAndNotCommitted(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var row = setting.idsOf(AU).getFirst().uuid();
            var writer = new AtomicReference<Transaction>();
            var attempts = new AtomicInteger();
            var moves = setting.one.moves(step -> {
                if (step.equals("COMPARED")) {
                    var transaction = Transaction.begin(setting.database(S00));
                    transaction.db().update(ACCOUNTS).set(ACCOUNTS.label, "in time").where(ACCOUNTS.id.eq(row))
                            .execute();
                    writer.set(transaction);
                } else if (step.equals("FENCED") && attempts.incrementAndGet() == 2) {
                    try (var transaction = Objects.requireNonNull(writer.get())) {
                        transaction.commit();
                    }
                }
            });

            moves.start(moves.planAdoption(AU).withOptions(SMALL));

            assertThat(attempts).hasValueGreaterThanOrEqualTo(2);
            assertThat(setting.database(AU).db().select(ACCOUNTS.label).from(ACCOUNTS).where(ACCOUNTS.id.eq(row))
                    .fetchOne(ACCOUNTS.label)).isEqualTo("in time");
            setting.assertWhole();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aProcessThatHasNotHeardOfTheSwitchReadsWhatWasWrittenAfterIt(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 2)) {
            var account = setting.idsOf(AU).getFirst();
            var versions = new ArrayList<Long>();
            var moves = setting.one.moves(step -> {
                if (step.equals("COMPARED")) {
                    setting.other.accounts().getById(account); // it has a map that says where to look
                } else if (step.equals("SWITCHED")) {
                    setting.pay(setting.one, account);
                    versions.add(setting.other.accounts().getById(account).version);
                }
            });

            moves.start(moves.planAdoption(AU).withOptions(SMALL));

            assertThat(versions).containsExactly(1L + setting.timesPaid(account).get());
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFirstRowThatFallsBackIsCommittedWithTheNoteOfIt(TestDatabases kind) {
        try (var setting = MoveSetting.of(kind, 1)) {
            var strange = ShardIdentifier.of(9, 9);
            var registry = setting.one.registry();
            var accounts = setting.one.accounts();

            assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> registry.inTransaction(S00, () -> {
                accounts.add(Account.on(strange, "taken back"));
                throw new IllegalStateException("no");
            }));
            assertThat(homes(setting)).doesNotContainKey(strange);

            setting.open(setting.one, strange, "stays");
            assertThat(homes(setting)).containsEntry(strange, Home.DEFAULT);
            setting.assertWhole();
        }
    }

    private static Map<ShardIdentifier, Home> homes(MoveSetting setting) {
        var database = setting.database(S00);
        return ShardHomes.all(database.db(), database);
    }
}
