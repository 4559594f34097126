package dev.bailiwick.placement;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ShardedUUIDThreadsTest {
    private static final ShardIdentifier SHARD = ShardIdentifier.of(1, 1);
    private static final ThreadFactory PLATFORM = Thread.ofPlatform().daemon().factory();
    private static final ThreadFactory VIRTUAL = Thread.ofVirtual().factory();

    @Test
    void idsOfManyPlatformThreadsAreUniqueAndIncreaseInEach() throws Exception {
        var system = ShardedUUIDGenerator.system();

        var runs = runTogether(PLATFORM, 16, 20_000, system);

        assertAllDistinct(runs);
        assertEachIncreases(runs);
    }

    @Test
    void idsOfManyVirtualThreadsAreUniqueAndIncreaseInEach() throws Exception {
        var system = ShardedUUIDGenerator.system();

        var runs = runTogether(VIRTUAL, 1_000, 300, system);

        assertAllDistinct(runs);
        assertEachIncreases(runs);
    }

    @Test
    void threadsThatShareATickNeverGetTheSameOne() throws Exception {
        // Time and random bits stand still, so only the tick can tell two ids apart.
        var frozen = new ShardedUUIDGenerator(() -> Instant.EPOCH, () -> 0L);

        var runs = runTogether(ShardedUUIDThreadsTest::newThreadOnTick0, 4, 100_000, frozen);

        assertAllDistinct(runs);
        assertEachIncreases(runs);
    }

    /// Threads share a tick if their ids are equal modulo 64.
    private static Thread newThreadOnTick0(Runnable task) {
        var thread = PLATFORM.newThread(task);
        while (thread.threadId() % 64 != 0) {
            thread = PLATFORM.newThread(task);
        }
        return thread;
    }

    private static List<List<ShardedUUID>> runTogether(ThreadFactory threads, int threadCount, int idsEach,
            ShardedUUIDGenerator generator) throws Exception {
        var start = new CountDownLatch(1);
        var tasks = new ArrayList<FutureTask<List<ShardedUUID>>>();
        for (int i = 0; i < threadCount; i++) {
            var task = new FutureTask<List<ShardedUUID>>(() -> {
                start.await();
                var ids = new ArrayList<ShardedUUID>(idsEach);
                for (int made = 0; made < idsEach; made++) {
                    ids.add(generator.generate(SHARD));
                }
                return ids;
            });
            tasks.add(task);
            threads.newThread(task).start();
        }
        start.countDown();
        var runs = new ArrayList<List<ShardedUUID>>();
        for (var task : tasks) {
            runs.add(task.get());
        }
        return runs;
    }

    private static void assertAllDistinct(List<List<ShardedUUID>> runs) {
        Set<ShardedUUID> seen = new HashSet<>();
        for (var run : runs) {
            for (var id : run) {
                if (!seen.add(id)) {
                    throw new AssertionError(id + " was generated twice");
                }
            }
        }
    }

    private static void assertEachIncreases(List<List<ShardedUUID>> runs) {
        for (var run : runs) {
            for (int i = 1; i < run.size(); i++) {
                if (run.get(i - 1).compareTo(run.get(i)) >= 0) {
                    throw new AssertionError("id " + i + " is " + run.get(i) + " after " + run.get(i - 1));
                }
            }
        }
    }
}
