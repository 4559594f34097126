package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.ALICE;
import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S01;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// What is refused because it would cross shards.
@ParameterizedClass
@MethodSource("dev.bailiwick.persistence.Fixture#ofFour")
@ResourceLock("databases")
@Execution(ExecutionMode.SAME_THREAD)
class ShardingBehaviourTest {
    private static final List<ShardIdentifier> SHARDS = List.of(S00, S01, S10, S11);

    private final Fixture fixture;
    private final AccountRepository accounts;

    ShardingBehaviourTest(Fixture fixture) {
        this.fixture = fixture;
        this.accounts = fixture.accounts();
        fixture.clear();
    }

    /// One on each shard, labelled by it.
    private List<Account> oneOnEach() {
        return SHARDS.stream().map(shard -> accounts.add(Account.on(shard, "on " + shard))).toList();
    }

    @Test
    void aCallThatCrossesShardsIsRefusedAndSaysWhatLiesWhere() {
        var a = Account.on(S00, "a");
        var b = Account.on(S10, "b");

        assertThatExceptionOfType(CrossShardException.class).isThrownBy(() -> accounts.addAll(List.of(a, b)))
                .withMessage("14001 CrossShard: this call lies on 2 shards (0/0: Account:" + a.id.uuid()
                        + "; 1/0: Account:" + b.id.uuid()
                        + "), and nothing was written. Call it for each shard, or stage"
                        + " the rows in an action with allowCrossShard(true).");
        assertThat(SHARDS).allMatch(shard -> fixture.rows(shard) == 0);
    }

    @Test
    void aWriteToAnotherShardThanTheTransactionsIsRefused() {
        assertThatExceptionOfType(CrossShardException.class)
                .isThrownBy(() -> fixture.registry().inTransaction(S00, () -> {
                    accounts.add(Account.on(S00, "a"));
                    return accounts.add(Account.on(S10, "b"));
                }));
        assertThat(SHARDS).allMatch(shard -> fixture.rows(shard) == 0);
    }

    @Test
    void anActionThatCrossesShardsIsRefusedBeforeAnythingIsWritten() {
        var rows = oneOnEach();
        var params = new PayInAction.Params(List.of(rows.get(0).id, rows.get(2).id), "5.00");

        assertThatExceptionOfType(CrossShardException.class)
                .isThrownBy(() -> fixture.executor().execute(ALICE, PayInAction.class, params))
                .withMessageStartingWith(
                        "14001 CrossShard: what PayInAction would write lies on 2 shards (0/0: Account:")
                .satisfies(refused -> assertThat(refused.shards()).containsOnlyKeys(S00, S10));
        assertThat(accounts.findAll()).allMatch(row -> row.version == 1);
    }
}
