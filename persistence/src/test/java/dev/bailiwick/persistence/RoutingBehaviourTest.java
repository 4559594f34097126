package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Accounts.ACCOUNTS;
import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedId;
import java.security.Principal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// Rows whose ids name four shards, where there are four and where there is one that serves all of them: routing, isolation, questions to
/// all shards, and actions that may cross them.
@ParameterizedClass
@MethodSource("dev.bailiwick.persistence.Fixture#all")
@ResourceLock("databases")
@Execution(ExecutionMode.SAME_THREAD)
class RoutingBehaviourTest {
    private static final List<ShardIdentifier> SHARDS = List.of(S00, S01, S10, S11);
    private static final ExecutionConfiguration CROSSING = ExecutionConfiguration.Builder.executionConfiguration()
            .allowCrossShard(true).build();

    private final Fixture fixture;
    private final AccountRepository accounts;

    RoutingBehaviourTest(Fixture fixture) {
        this.fixture = fixture;
        this.accounts = fixture.accounts();
        fixture.clear();
    }

    /// Those of the four that have a database.
    private List<ShardIdentifier> databases() {
        return List.copyOf(fixture.registry().shards());
    }

    /// What of `whole` one database has, if all have the same.
    private int share(int whole) {
        return whole / databases().size();
    }

    /// One on each shard, labelled by it.
    private List<Account> oneOnEach() {
        return SHARDS.stream().map(shard -> accounts.add(Account.on(shard, "on " + shard))).toList();
    }

    @Test
    void aRowLivesOnTheShardOfItsIdAndNowhereElse() {
        var rows = oneOnEach();

        for (var row : rows) {
            accounts.update(row.payIn("1.00"));
            assertThat(accounts.getById(row.id).label).isEqualTo("on " + row.id.resolveShardIdentifier());
        }
        assertThat(databases()).allMatch(shard -> fixture.rows(shard) == share(4));
        assertThat(databases()).allMatch(shard -> fixture.events(shard).size() == share(8));
    }

    @Test
    void aTransactionOnOneShardDoesNotTouchTheOthers() {
        oneOnEach();

        fixture.registry().inTransaction(S10, () -> accounts.add(Account.on(S10, "second")));

        assertThat(databases().stream().map(fixture::rows).toList())
                .isEqualTo(fixture.isSharded() ? List.of(1L, 1L, 2L, 1L) : List.of(5L));
    }

    @Test
    void allShardsAreAskedAndAnswerInTheirOrder() {
        var rows = oneOnEach();

        assertThat(accounts.findAll()).extracting(row -> row.label).containsExactly("on 0/0", "on 0/1", "on 1/0",
                "on 1/1");
        assertThat(accounts.count()).isEqualTo(4);
        assertThat(accounts.countWhere(ACCOUNTS.label.eq("on 1/0"))).isEqualTo(1);
        assertThat(accounts.existsWhere(ACCOUNTS.label.eq("on 1/1"))).isTrue();
        assertThat(accounts.existsWhere(ACCOUNTS.label.eq("on 9/9"))).isFalse();
        assertThat(accounts.findOneWhere(ACCOUNTS.label.eq("on 0/1")).orElseThrow().id).isEqualTo(rows.get(1).id);
        assertThat(accounts.dbs()).hasSize(databases().size());
        assertThat(accounts.readonlyDbs()).hasSize(databases().size());
    }

    @Test
    void aMixedListOfIdsIsFoundInItsOrder() {
        var rows = oneOnEach();
        var missing = ShardedId.generate(Account.class, S01);

        var found = accounts.findAllByIds(List.of(rows.get(3).id, rows.get(0).id.uuid(), missing,
                rows.get(2).id.getValue(), rows.get(1).id));

        assertThat(found).extracting(row -> row.label).containsExactly("on 1/1", "on 0/0", "on 1/0", "on 0/1");
    }

    @Test
    void aMatchOnTwoShardsIsMoreThanOne() {
        accounts.add(Account.on(S00, "twin"));
        accounts.add(Account.on(S11, "twin"));

        assertThatExceptionOfType(MoreThanOneException.class)
                .isThrownBy(() -> accounts.findOneWhere(ACCOUNTS.label.eq("twin")));
    }

    @Test
    void aQuestionToAllShardsJoinsTheTransactionThatIsOpenOnOne() {
        oneOnEach();

        fixture.registry().inTransaction(S10, () -> {
            accounts.add(Account.on(S10, "uncommitted"));
            assertThat(accounts.findAll()).hasSize(5);
            assertThat(accounts.count()).isEqualTo(5);
            return 1;
        });
    }

    @Test
    void anActionThatMayCrossShardsLeavesItsRowOnEachUnderOneId() {
        var rows = oneOnEach();
        var params = new PayInAction.Params(List.of(rows.get(2).id, rows.get(0).id), "5.00");

        var paid = fixture.executor().execute(ALICE, PayInAction.class, params, CROSSING);

        assertThat(paid).extracting(row -> row.id).containsExactly(rows.get(2).id, rows.get(0).id);
        assertThat(paid).allMatch(row -> row.version == 2 && row.events().isEmpty());
        if (!fixture.isSharded()) { // what falls back to the default is on one shard, so there is one transaction
            assertThat(fixture.events(S00).getValues("type", String.class)).filteredOn("PayInAction"::equals)
                    .hasSize(1);
            return;
        }
        var here = fixture.events(S00);
        var there = fixture.events(S10);
        assertThat(here.getValues("type", String.class)).containsExactlyInAnyOrder("Opened", "PayInAction", "PaidIn");
        assertThat(there.getValues("type", String.class)).containsExactlyInAnyOrder("Opened", "PayInAction", "PaidIn");
        assertThat(here.getValues("action_id", String.class)).filteredOn(id -> id != null).hasSize(2)
                .containsAll(there.getValues("action_id", String.class).stream().filter(id -> id != null).toList());
        assertThat(fixture.events(S01)).hasSize(1);
    }

    @Test
    void crossingMayBeTheDefaultOfAnExecutor() {
        var rows = oneOnEach();
        var executor = ActionExecutor.builder(fixture.registry(), RepositoryRegistry.of(accounts))
                .action(new PayInAction(accounts)).defaultConfiguration(CROSSING).build();

        var paid = executor.execute(ALICE, PayInAction.class,
                new PayInAction.Params(rows.stream().map(row -> row.id).toList(), "5.00"));

        assertThat(paid).hasSize(4);
    }

    @Test
    void aStaleRowOnOneShardLeavesAllShardsAsTheyWere() {
        var rows = oneOnEach();
        var stale = new Action<Integer, Integer>() {
            @Override
            protected Integer perform(Principal principal, Integer attempt) {
                plan().update(rows.get(0).payIn("1.00"));
                plan().update(rows.get(3).nextVersion().payIn("1.00"));
                return 1;
            }
        };
        var executor = ActionExecutor.builder(fixture.registry(), RepositoryRegistry.of(accounts)).action(stale)
                .pause(ns -> {}).build();

        assertThatExceptionOfType(StaleRecordException.class).isThrownBy(() -> execute(executor, stale));
        assertThat(accounts.findAll()).allMatch(row -> row.version == 1);
        assertThat(databases()).allMatch(shard -> fixture.events(shard).size() == share(4));
    }

    @SuppressWarnings("unchecked")
    private static void execute(ActionExecutor executor, Action<Integer, Integer> action) {
        executor.execute(ALICE, (Class<Action<Integer, Integer>>) action.getClass(), 1, CROSSING);
    }

    @Test
    void pagesOverAllShardsAreWholeAndInOrder() {
        var random = new Random(7);
        var expected = new ArrayList<Account>();
        for (int i = 0; i < 60; i++) {
            var shard = SHARDS.get(random.nextInt(4));
            var created = Instant.parse("2026-01-01T00:00:00Z").plusSeconds(random.nextInt(8));
            expected.add(
                    accounts.add(Account.open(ShardedId.generate(Account.class, shard), "p" + i, created).build()));
        }

        for (boolean descending : List.of(true, false)) {
            var request = PageRequest.by(ACCOUNTS.createdDate).withSize(7);
            var paged = pages(descending ? request.inDescendingOrder() : request);

            Comparator<Account> order = Comparator.comparing(row -> row.createdDate);
            assertThat(paged).isSortedAccordingTo((descending ? order.reversed() : order)
                    .thenComparing(row -> fixture.registry().effectiveShard(row.id.resolveShardIdentifier())));
            assertThat(paged).extracting(row -> row.label)
                    .containsExactlyInAnyOrderElementsOf(expected.stream().map(row -> row.label).toList());
        }
    }

    private List<Account> pages(PageRequest<Instant> first) {
        var all = new ArrayList<Account>();
        var page = accounts.findPage(first);
        all.addAll(page.items());
        while (page.next().isPresent()) {
            page = accounts.findPage(first.after(page.next().get()));
            all.addAll(page.items());
        }
        return all;
    }

    @Test
    void aPageIsNotShiftedByRowsThatComeBeforeIt() {
        for (int i = 0; i < 6; i++) {
            accounts.add(Account.open(ShardedId.generate(Account.class, SHARDS.get(i % 4)), "p" + i,
                    Fixture.NOW.plusSeconds(i)).build());
        }
        var request = PageRequest.by(ACCOUNTS.createdDate).withSize(3).where(ACCOUNTS.label.ne("none"));
        var first = accounts.findPage(request);

        accounts.add(
                Account.open(ShardedId.generate(Account.class, S01), "early", Fixture.NOW.minusSeconds(1)).build());

        assertThat(accounts.findPage(request.after(first.next().orElseThrow())).items())
                .extracting(row -> row.label).containsExactly("p3", "p4", "p5");
        assertThatIllegalArgumentException().isThrownBy(() -> accounts.findPage(request.after("x")))
                .withMessageContaining("'x' is no cursor of a page by created_date");
    }

    @Test
    void textsAreNoOrderForPages() {
        assertThatIllegalArgumentException().isThrownBy(() -> PageRequest.by(ACCOUNTS.label))
                .withMessageContaining("not by label, a String");
    }

    @Test
    void whereTheIdDoesNotDecideIdsAreRefusedWithWhatToUseInstead() {
        var remarks = fixture.remarks();
        var mexican = remarks.add(Remark.in("MX", "hola"));
        var other = remarks.add(Remark.in("CZ", "ahoj"));

        for (var call : List.<Runnable>of(() -> remarks.findById(mexican.id), () -> remarks.getById(mexican.id),
                () -> remarks.existsById(mexican.id), () -> remarks.findAllByIds(List.of(mexican.id)),
                () -> remarks.db(mexican.id), () -> remarks.readonlyDb(mexican.id), () -> remarks.txDb(mexican.id),
                () -> remarks.txDbElseDb(mexican.id))) {
            assertThatExceptionOfType(IdDoesNotDecideException.class).isThrownBy(call::run)
                    .withMessageContaining("Use findOneWhere or findAllWhere")
                    .withMessageContaining("db(persistable)");
        }
        int there = fixture.isSharded() ? 1 : 2;
        assertThat(remarks.db(mexican).fetchCount(Remarks.REMARKS)).isEqualTo(there);
        assertThat(fixture.database(fixture.isSharded() ? S10 : S00).db().fetchCount(Remarks.REMARKS))
                .isEqualTo(there);
        assertThat(remarks.findOneWhere(Remarks.REMARKS.country.eq("CZ")).orElseThrow().id).isEqualTo(other.id);
        assertThat(remarks.update(mexican.copy().text("adios").build()).version).isEqualTo(2);
    }

    @Test
    void whatFallsBackToTheDefaultCountsAsTheDefault() {
        var rows = oneOnEach();
        var params = new PayInAction.Params(rows.stream().map(row -> row.id).toList(), "5.00");

        if (fixture.isSharded()) {
            assertThatExceptionOfType(CrossShardException.class)
                    .isThrownBy(() -> fixture.executor().execute(ALICE, PayInAction.class, params));
        } else {
            assertThat(fixture.executor().execute(ALICE, PayInAction.class, params)).hasSize(4);
            assertThat(fixture.registry().fallbacks()).containsKeys(S01, S10, S11);
        }
    }
}
