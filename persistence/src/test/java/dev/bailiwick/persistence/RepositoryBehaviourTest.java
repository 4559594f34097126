package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;
import static dev.bailiwick.persistence.Fixture.S00;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Every method of a repository on one shard: plain, in a transaction, rolled back.
@ParameterizedClass
@MethodSource("dev.bailiwick.persistence.Fixture#all")
@ResourceLock("databases")
@Execution(ExecutionMode.SAME_THREAD)
class RepositoryBehaviourTest {
    private final Fixture fixture;
    private final AccountRepository accounts;

    RepositoryBehaviourTest(Fixture fixture) {
        this.fixture = fixture;
        this.accounts = fixture.accounts();
        fixture.clear();
    }

    @Test
    void whatIsAddedIsFoundByEveryKindOfId() {
        var added = accounts.add(Account.on(S00, "a"));

        assertThat(added.events()).isEmpty();
        for (var found : List.of(accounts.findById(added.id.uuid()), accounts.findById(added.id.getValue()),
                accounts.findById(added.id))) {
            assertThat(found.orElseThrow()).usingRecursiveComparison().isEqualTo(added);
        }
        assertThat(accounts.getById(added.id.uuid()).label).isEqualTo("a");
        assertThat(accounts.getById(added.id.getValue()).label).isEqualTo("a");
        assertThat(accounts.getById(added.id).label).isEqualTo("a");
        assertThat(accounts.existsById(added.id.uuid())).isTrue();
        assertThat(accounts.existsById(added.id.getValue())).isTrue();
        assertThat(accounts.existsById(added.id)).isTrue();
    }

    @Test
    void whatIsNotThereIsEmptyOrAnErrorThatNamesIt() {
        var id = ShardedId.generate(Account.class, S00);

        assertThat(accounts.findById(id)).isEmpty();
        assertThat(accounts.existsById(id)).isFalse();
        assertThatExceptionOfType(RecordNotFoundException.class).isThrownBy(() -> accounts.getById(id))
                .withMessageStartingWith("14005 RecordNotFound: there is no Account " + id.uuid() + " on shard 0/0 (")
                .satisfies(missing -> assertThat(missing.id()).isEqualTo(id.uuid()));
    }

    @Test
    void anUpdateMakesTheNextVersionAndALaterDate() {
        var added = accounts.add(Account.on(S00, "a"));

        var updated = accounts.update(added.payIn("5.00"));
        var again = accounts.update(updated.payIn("6.00"));

        assertThat(updated.version).isEqualTo(2);
        assertThat(updated.updatedDate).isAfter(added.updatedDate);
        assertThat(again.updatedDate).isAfter(updated.updatedDate);
        assertThat(again.events()).isEmpty();
        assertThat(accounts.getById(added.id)).usingRecursiveComparison().isEqualTo(again);
        assertThat(again.balance).isEqualByComparingTo(new BigDecimal("11"));
    }

    @Test
    void eventsAreWrittenWithTheRowAndCountWithoutAGap() {
        var added = accounts.add(Account.on(S00, "a"));
        accounts.update(accounts.update(added.payIn("1.00").payIn("2.00")).close());

        var log = fixture.events(S00);
        assertThat(log.getValues("type", String.class)).containsExactly("Opened", "PaidIn", "PaidIn",
                "account-closed");
        assertThat(log.getValues("event_version", Long.class)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(log.getValues("model_version", Long.class)).containsExactly(1L, 2L, 2L, 3L);
        assertThat(log.getValues("payload", String.class)).element(1)
                .isEqualTo("{\"id\":\"" + added.id.uuid() + "\",\"amount\":\"1.00\"}");
        assertThat(log.getValues("action_id", String.class)).containsOnlyNulls();
    }

    @Test
    void aStaleUpdateIsRefusedAndNamesTheRow() {
        var added = accounts.add(Account.on(S00, "a"));
        accounts.update(added.payIn("1.00"));

        assertThatExceptionOfType(StaleRecordException.class).isThrownBy(() -> accounts.update(added.payIn("2.00")))
                .withMessageContaining("Account:" + added.id.uuid() + " was read at version 1 and has version 2")
                .satisfies(stale -> assertThat(stale.shard()).isEqualTo(S00));
        assertThat(accounts.getById(added.id).balance).isEqualByComparingTo("1");
        assertThat(fixture.events(S00)).hasSize(2);
    }

    @Test
    void aStaleBatchNamesTheStaleRowsAndWritesNothing() {
        var rows = accounts.addAll(List.of(Account.on(S00, "a"), Account.on(S00, "b"), Account.on(S00, "c")));
        accounts.update(rows.get(1).payIn("1.00"));
        var never = Account.on(S00, "never");

        assertThatExceptionOfType(StaleRecordException.class)
                .isThrownBy(() -> accounts.updateAll(
                        List.of(rows.get(0).payIn("2.00"), rows.get(1).payIn("2.00"), never.payIn("2.00"))))
                .satisfies(stale -> {
                    assertThat(stale.records()).extracting(StaleRecordException.Stale::id)
                            .containsExactly(rows.get(1).id.uuid(), never.id.uuid());
                    assertThat(stale.records().get(0).actual()).hasValue(2);
                    assertThat(stale.records().get(1).actual()).isEmpty();
                });
        assertThat(accounts.getById(rows.get(0).id).version).isEqualTo(1);
    }

    @Test
    void batchesLargerThanAChunkKeepTheirOrder() {
        var rows = IntStream.range(0, 1_201).mapToObj(i -> Account.on(S00, "n" + i)).toList();

        var added = accounts.addAll(rows);
        var updated = accounts.updateAll(added.reversed().stream().map(row -> row.payIn("1.00")).toList());

        assertThat(added).extracting(row -> row.id).containsExactlyElementsOf(rows.stream().map(r -> r.id).toList());
        assertThat(updated).extracting(row -> row.id)
                .containsExactlyElementsOf(rows.reversed().stream().map(r -> r.id).toList());
        assertThat(updated).allMatch(row -> row.version == 2);
        assertThat(accounts.countWhere(ACCOUNTS.version.eq(2L))).isEqualTo(1_201);
        assertThat(fixture.events(S00)).hasSize(2_402);
    }

    @Test
    void nothingComesOfNothing() {
        assertThat(accounts.addAll(List.of())).isEmpty();
        assertThat(accounts.updateAll(List.of())).isEmpty();
        assertThat(accounts.findAllByIds(List.of())).isEmpty();
        assertThat(accounts.findAll()).isEmpty();
        assertThat(accounts.count()).isZero();
    }

    @Test
    void rowsAskedForByAListComeInItsOrder() {
        var rows = accounts.addAll(List.of(Account.on(S00, "a"), Account.on(S00, "b"), Account.on(S00, "c")));
        var missing = ShardedId.generate(Account.class, S00);

        var found = accounts.findAllByIds(List.of(rows.get(2).id, missing, rows.get(0).id.uuid(),
                rows.get(1).id.getValue(), rows.get(2).id.uuid()));

        assertThat(found).extracting(row -> row.label).containsExactly("c", "a", "b");
    }

    @Test
    void aDeletedRowIsNotThereForAnyReader() {
        var alive = accounts.add(Account.on(S00, "alive"));
        var row = accounts.add(Account.on(S00, "dead"));

        var deleted = accounts.update(row.close());

        assertThat(deleted.state).isEqualTo(AccountState.DELETED);
        assertThat(accounts.findById(row.id)).isEmpty();
        assertThat(accounts.existsById(row.id)).isFalse();
        assertThat(accounts.findAllByIds(List.of(row.id, alive.id))).extracting(r -> r.label).containsExactly("alive");
        assertThat(accounts.findAll()).extracting(r -> r.label).containsExactly("alive");
        assertThat(accounts.findAllWhere(ACCOUNTS.label.eq("dead"))).isEmpty();
        assertThat(accounts.findOneWhere(ACCOUNTS.label.eq("dead"))).isEmpty();
        assertThat(accounts.count()).isEqualTo(1);
        assertThat(accounts.countWhere(ACCOUNTS.label.eq("dead"))).isZero();
        assertThat(accounts.existsWhere(ACCOUNTS.label.eq("dead"))).isFalse();
        assertThat(accounts.findPage(PageRequest.by(ACCOUNTS.createdDate)).items()).hasSize(1);
        assertThat(fixture.rows(S00)).isEqualTo(2);
    }

    @Test
    void aDeletedRowIsNotBroughtBackByAnUpdate() {
        var row = accounts.add(Account.on(S00, "dead"));
        var deleted = accounts.update(row.close());

        assertThatExceptionOfType(StaleRecordException.class)
                .isThrownBy(() -> accounts.update(deleted.copy().state(AccountState.OPEN).build()))
                .withMessageContaining("was read at version 2 and is deleted");
        assertThat(accounts.findById(row.id)).isEmpty();
    }

    @Test
    void oneRowIsOneAndTwoAreAnError() {
        accounts.addAll(List.of(Account.on(S00, "one"), Account.on(S00, "two"), Account.on(S00, "two")));

        assertThat(accounts.findOneWhere(ACCOUNTS.label.eq("one"))).isPresent();
        assertThat(accounts.findOneWhere(ACCOUNTS.label.eq("none"))).isEmpty();
        assertThatExceptionOfType(MoreThanOneException.class)
                .isThrownBy(() -> accounts.findOneWhere(ACCOUNTS.label.eq("two")));
    }

    @Test
    void everyMethodSeesItsOwnTransactionAndNobodyElseDoes() {
        var before = accounts.add(Account.on(S00, "before"));

        fixture.registry().inTransaction(() -> {
            var inside = accounts.add(Account.on(S00, "inside"));
            var updated = accounts.update(before.payIn("3.00"));

            assertThat(accounts.findById(inside.id)).isPresent();
            assertThat(accounts.getById(before.id).version).isEqualTo(updated.version);
            assertThat(accounts.existsById(inside.id)).isTrue();
            assertThat(accounts.findAllByIds(List.of(inside.id, before.id))).hasSize(2);
            assertThat(accounts.findAll()).hasSize(2);
            assertThat(accounts.findAllWhere(ACCOUNTS.label.eq("inside"))).hasSize(1);
            assertThat(accounts.findOneWhere(ACCOUNTS.label.eq("inside"))).isPresent();
            assertThat(accounts.count()).isEqualTo(2);
            assertThat(accounts.countWhere(ACCOUNTS.label.eq("inside"))).isEqualTo(1);
            assertThat(accounts.existsWhere(ACCOUNTS.label.eq("inside"))).isTrue();
            assertThat(accounts.findPage(PageRequest.by(ACCOUNTS.createdDate)).items()).hasSize(2);
            assertThat(accounts.labelledOnSameShardAs(inside.id, "inside")).hasSize(1);
            for (var db : List.of(accounts.db(inside.id), accounts.readonlyDb(inside.id), accounts.txDb(inside.id),
                    accounts.txDbElseDb(inside.id), accounts.db(inside), accounts.readonlyDb(inside),
                    accounts.txDb(inside), accounts.txDbElseDb(inside), accounts.dbs().getFirst(),
                    accounts.readonlyDbs().getFirst())) {
                assertThat(db.fetchCount(ACCOUNTS)).isEqualTo(2);
            }
            assertThat(fixture.rows(S00)).isEqualTo(1);
            return inside;
        });

        assertThat(fixture.rows(S00)).isEqualTo(2);
    }

    @Test
    void whatThrowsIsRolledBackEventsIncluded() {
        var before = accounts.add(Account.on(S00, "before"));

        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> fixture.registry().inTransaction(S00, () -> {
                    accounts.add(Account.on(S00, "inside"));
                    accounts.addAll(List.of(Account.on(S00, "b"), Account.on(S00, "c")));
                    accounts.update(before.payIn("3.00"));
                    accounts.updateAll(List.of(accounts.getById(before.id).payIn("4.00")));
                    throw new IllegalStateException("no");
                })).withMessage("no");

        assertThat(fixture.rows(S00)).isEqualTo(1);
        assertThat(accounts.getById(before.id).version).isEqualTo(1);
        assertThat(fixture.events(S00)).hasSize(1);
    }

    @Test
    void aPartThatFailedRollsBackTheWholeEvenIfItIsCaught() {
        var registry = fixture.registry();

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> registry.inTransaction(() -> {
            accounts.add(Account.on(S00, "outer"));
            try {
                registry.inTransaction(() -> {
                    throw new UnsupportedOperationException("inner");
                });
            } catch (UnsupportedOperationException caught) {
                assertThat(caught).hasMessage("inner");
            }
            return 1;
        })).withMessageContaining("a part of this transaction on shard 0/0");

        assertThat(fixture.rows(S00)).isZero();
    }

    @Test
    void outsideOfATransactionThereIsNoTxDb() {
        var id = ShardedId.generate(Account.class, S00);

        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> accounts.txDb(id))
                .withMessageContaining("there is no open transaction");
        assertThat(accounts.txDbElseDb(id).fetchCount(ACCOUNTS)).isZero();
    }

    @Test
    void anIdThatIsTakenIsAnErrorOfTheDatabase() {
        var row = accounts.add(Account.on(S00, "a"));

        assertThatExceptionOfType(DataAccessException.class)
                .isThrownBy(() -> accounts.add(Account.open(row.id, "b", Fixture.NOW).build()));
        assertThat(accounts.getById(row.id).label).isEqualTo("a");
    }

    @Test
    void idsThatAreNotVersion7LiveOnTheDefaultForReadersAndWriters() {
        var id = ShardedId.of(Account.class, ShardedUUID.from(UUID.randomUUID()));

        var added = accounts.add(Account.open(id, "old", Fixture.NOW).build());
        accounts.update(added.payIn("1.00"));

        assertThat(accounts.getById(id).version).isEqualTo(2);
        assertThat(accounts.findAllByIds(List.of(id))).hasSize(1);
        assertThat(fixture.database(S00).db().fetchExists(ACCOUNTS, DSL.trueCondition())).isTrue();
    }
}
