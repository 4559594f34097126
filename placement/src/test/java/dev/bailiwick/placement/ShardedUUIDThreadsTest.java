package dev.bailiwick.placement;

import static org.assertj.core.api.Assertions.assertThat;

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
        // Time and random bits stand still, so only the tick can tell two ids apart. Threads share one if their numbers
        // are equal modulo 64.
        var frozen = new ShardedUUIDGenerator(() -> Instant.EPOCH, () -> 0L);

        var runs = runTogether(VIRTUAL, 256, 500, frozen);

        for (int tick = 0; tick < 64; tick++) {
            long wanted = tick;
            var sharing = runs.stream().filter(run -> run.threadId() % 64 == wanted).toList();
            assertAllDistinct(sharing);
        }
        assertEachIncreases(runs);
    }

    private record Run(long threadId, List<ShardedUUID> ids) {}

    private static List<Run> runTogether(ThreadFactory threads, int threadCount, int idsEach,
            ShardedUUIDGenerator generator) throws Exception {
        var start = new CountDownLatch(1);
        var tasks = new ArrayList<FutureTask<Run>>();
        for (int i = 0; i < threadCount; i++) {
            var task = new FutureTask<>(() -> {
                start.await();
                var ids = new ArrayList<ShardedUUID>(idsEach);
                for (int made = 0; made < idsEach; made++) {
                    ids.add(generator.generate(SHARD));
                }
                return new Run(Thread.currentThread().threadId(), ids);
            });
            tasks.add(task);
            threads.newThread(task).start();
        }
        start.countDown();
        var runs = new ArrayList<Run>();
        for (var task : tasks) {
            runs.add(task.get());
        }
        return runs;
    }

    private static void assertAllDistinct(List<Run> runs) {
        Set<ShardedUUID> seen = new HashSet<>();
        for (var run : runs) {
            for (var id : run.ids()) {
                if (!seen.add(id)) {
                    throw new AssertionError(id + " was generated twice");
                }
            }
        }
    }

    private static void assertEachIncreases(List<Run> runs) {
        for (var run : runs) {
            assertThat(run.ids()).isSortedAccordingTo(ShardedUUID::compareTo).doesNotHaveDuplicates();
        }
    }
}
