package dev.bailiwick.persistence;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/// A process that adopts a shard, cleans up, and stands still at one of the steps, to be killed there.
final class MovingChild {
    /// Printed when it stands still.
    static final String HERE = "HERE";

    private MovingChild() {
    }

    /// Does not come back.
    ///
    /// @param arguments the step; URL, user and password of three databases
    public static void main(String[] arguments) {
        var configs = new ArrayList<DataSourceConfig>();
        for (int i = 1; i < arguments.length; i += 3) {
            configs.add(DataSourceConfig.of(arguments[i]).withLogin(arguments[i + 1], arguments[i + 2]));
        }
        var process = MoveSetting.Member.of(MoveSetting.config(configs), PoolFactory::hikari);
        var moves = new ShardMoves(process.registry(), process.repositories(), LockSupport::parkNanos, step -> {
            if (step.equals(arguments[0])) {
                standStill();
            }
        });
        var move = moves.start(moves.planAdoption(MoveSetting.AU)
                .withOptions(MoveOptions.standard().withChunkRows(20).withMaxPauseMs(10_000)));
        moves.clean(move.number());
        throw new IllegalStateException("it did not stand still at " + arguments[0]);
    }

    private static void standStill() {
        System.out.println(HERE);
        System.out.flush();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
