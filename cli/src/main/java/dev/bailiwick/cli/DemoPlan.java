package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.IdAllocator;
import dev.bailiwick.placement.Ids;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/// Who moves money between which accounts in the demo. The same plan gives the same accounts in every process.
///
/// Accounts belong to branches of about ten. Those of a branch lie in one partition, so that a transfer between them is one atomic
/// append, on whichever shard the partition lives, today and after every move.
///
/// @param seed of all that is random
record DemoPlan(int accounts, int writers, int shards, long seed) {
    static final long OPENING_BALANCE = 1_000;
    private static final int BRANCH_SIZE = 10;
    private static final UUID ORG = Ids.named("demo");
    private static final UUID TYPE = Ids.named("accounts");

    DemoPlan {
        check("accounts", accounts, 2, 100_000);
        check("writers", writers, 1, 10_000);
    }

    static void check(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "the demo takes " + least + " to " + most + " " + what + ", not " + value);
        }
    }

    /// The keys of all accounts.
    ///
    /// @param partitionCount of the store
    List<AggregateKey> keys(int partitionCount) {
        var ids = IdAllocator.forPartitionCount(partitionCount);
        return IntStream.range(0, accounts)
                .mapToObj(i -> AggregateKey.of(ORG, TYPE, ids.named("account-" + i, "branch-" + branch(i)))).toList();
    }

    int branches() {
        return Math.max(1, accounts / BRANCH_SIZE);
    }

    int branch(int account) {
        return account % branches();
    }

    /// How many accounts a branch has; always two at least.
    int members(int branch) {
        return (accounts - branch + branches() - 1) / branches();
    }

    int member(int branch, int number) {
        return branch + number * branches();
    }

    long total() {
        return accounts * OPENING_BALANCE;
    }
}
