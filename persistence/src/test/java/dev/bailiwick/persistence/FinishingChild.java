package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/// A process that finishes an action and stands still at one of the commits, to be killed there.
final class FinishingChild {
    private FinishingChild() {
    }

    /// Resumes or compensates, and does not come back.
    ///
    /// @param arguments how many commits to let pass; whether to compensate; the action; URL, user and password of four databases
    public static void main(String[] arguments) {
        int passing = Integer.parseInt(arguments[0]);
        var configs = new ArrayList<DataSourceConfig>();
        for (int i = 3; i < arguments.length; i += 3) {
            configs.add(DataSourceConfig.of(arguments[i]).withLogin(arguments[i + 1], arguments[i + 2]));
        }
        var commits = new AtomicInteger();
        var registry = DatabaseRegistry.open(Fixture.config(configs), new JsonPayloads(),
                HookedPools.of((isCommitted, pool) -> {
                    if (isCommitted ? commits.incrementAndGet() == passing : passing == 0) {
                        CrossingChild.standStill();
                    }
                }));
        registry.shards().forEach(registry::effectiveShard);
        var accounts = new AccountRepository(registry);
        var unfinished = ActionExecutor.builder(registry, RepositoryRegistry.of(accounts))
                .action(new ReversiblePayAction(accounts)).build().unfinished();
        var action = UUID.fromString(arguments[2]);
        if (Boolean.parseBoolean(arguments[1])) {
            unfinished.compensate(action);
        } else {
            unfinished.resume(action);
        }
        throw new IllegalStateException("it did not stand still, after " + commits + " commits");
    }
}
