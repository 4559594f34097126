package dev.bailiwick.persistence;

import static dev.bailiwick.persistence.Fixture.S00;
import static dev.bailiwick.persistence.Fixture.S10;
import static dev.bailiwick.persistence.Fixture.S11;

import dev.bailiwick.placement.ShardedId;
import dev.bailiwick.placement.ShardedUUID;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A process that executes one action over three shards and stands still at one of its commits, to be killed there.
final class CrossingChild {
    /// Printed when it stands still.
    static final String HERE = "HERE";

    private CrossingChild() {
    }

    /// Executes the action and does not come back.
    ///
    /// @param arguments how many commits to let pass; the account to open; three accounts; URL, user and password of four databases
    public static void main(String[] arguments) {
        int passing = Integer.parseInt(arguments[0]);
        var ids = new ArrayList<ShardedId<Account>>();
        for (int i = 1; i <= 4; i++) {
            ids.add(ShardedId.of(Account.class, ShardedUUID.from(UUID.fromString(arguments[i]))));
        }
        var configs = new ArrayList<DataSourceConfig>();
        for (int i = 5; i < arguments.length; i += 3) {
            configs.add(DataSourceConfig.of(arguments[i]).withLogin(arguments[i + 1], arguments[i + 2]));
        }
        var commits = new AtomicInteger();
        var registry = DatabaseRegistry.open(Fixture.config(configs), new JsonPayloads(),
                HookedPools.of((isCommitted, pool) -> {
                    if (isCommitted ? commits.incrementAndGet() == passing : passing == 0) {
                        standStill();
                    }
                }));
        registry.shards().forEach(registry::effectiveShard);
        var accounts = new AccountRepository(registry);
        var executor = ActionExecutor.builder(registry, RepositoryRegistry.of(accounts))
                .action(new ReversiblePayAction(accounts)).build();
        executor.execute(Fixture.ALICE, ReversiblePayAction.class,
                new ReversiblePayAction.Params(List.copyOf(ids.subList(1, 4)), "5.00", ids.getFirst()),
                ExecutionConfiguration.Builder.executionConfiguration().allowCrossShard(true).build());
        throw new IllegalStateException("it did not stand still on " + List.of(S00, S10, S11));
    }

    /// Tells that it is there, and does not come back.
    static void standStill() {
        System.out.println(HERE);
        System.out.flush();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
