package dev.bailiwick.persistence;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// A process that acquires a lock and stands still with it, to be killed.
final class LockingChild {
    private LockingChild() {
    }

    /// Acquires the lock and does not come back.
    ///
    /// @param arguments the name of the lock; the lease in milliseconds; URL, user and password of the database
    public static void main(String[] arguments) throws InterruptedException {
        var config = DataSourceConfig.of(arguments[2]).withLogin(arguments[3], arguments[4]);
        try (var registry = DatabaseRegistry.fromConfig(ShardingConfig.single(config));
                var locks = KeyedLockProvider.open(registry, KeyedLockOptions.standard()
                        .withLease(Duration.ofMillis(Long.parseLong(arguments[1]))));
                var lock = locks.acquire(arguments[0])) {
            System.out.println(CrossingChild.HERE + " " + lock.fence());
            System.out.flush();
            new CountDownLatch(1).await();
        }
    }
}
