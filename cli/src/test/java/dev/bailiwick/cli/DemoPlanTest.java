package dev.bailiwick.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.placement.Ids;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemoPlanTest {
    @ParameterizedTest
    @ValueSource(ints = {2, 3, 9, 10, 19, 20, 25, 1_000, 1_003})
    void everyAccountBelongsToOneBranchOfTwoOrMoreInOnePartition(int accounts) {
        var plan = new DemoPlan(accounts, 1, 1, 1);
        var map = PartitionMap.initial(0, 4);
        var keys = plan.keys(map.partitionCount());

        var seen = new HashSet<Integer>();
        for (int branch = 0; branch < plan.branches(); branch++) {
            int of = branch;
            assertThat(plan.members(branch)).isGreaterThanOrEqualTo(2);
            var members = IntStream.range(0, plan.members(branch)).map(number -> plan.member(of, number)).boxed()
                    .toList();
            assertThat(members).allMatch(account -> plan.branch(account) == of).allMatch(seen::add);
            assertThat(members.stream()
                    .map(account -> map.partitionOf(RoutingRule.AGGREGATE_ID, keys.get(account))).distinct())
                    .hasSize(1);
        }
        assertThat(seen).hasSize(accounts);
        assertThat(new HashSet<>(keys)).hasSize(accounts);
    }

    @Test
    void itsNumbersAreBounded() {
        assertThatThrownBy(() -> new DemoPlan(1, 1, 1, 1)).hasMessage("the demo takes 2 to 100000 accounts, not 1");
        assertThatThrownBy(() -> new DemoPlan(2, 0, 1, 1)).hasMessage("the demo takes 1 to 10000 writers, not 0");
        Execution.of("demo", "--seconds", "0").isRefusedWith("bailiwick demo: the demo takes 1 to 300 seconds, not 0.");
        Execution.of("demo", "--shards", "65")
                .isRefusedWith("bailiwick demo: a store starts with 1 to 64 shards, not 65.");
    }

    @Test
    void aTransferSurvivesThePipe() {
        var transfer = new Transfer(Ids.of(7), 1, 2, 3, new Transfer.Account(4, 5), new Transfer.Account(6, 7));

        assertThat(Transfer.ofWords(transfer.toWords())).isEqualTo(transfer);
    }
}
