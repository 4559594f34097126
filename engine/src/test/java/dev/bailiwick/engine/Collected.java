package dev.bailiwick.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Commit;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.store.VerifyRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A handler that keeps what it is given, and on which a test can wait. Thread-safe.
final class Collected implements FeedHandler {
    private static final long PATIENCE_SECONDS = 60;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<Commit> commits = new ArrayList<>();
    private Optional<Throwable> failure = Optional.empty();

    /// Everything that is in a store now, each partition without gap or repeat from its first commit on.
    static List<Commit> everything(EventStore store) {
        long count = store.verify(VerifyRequest.everything()).digests().values().stream()
                .mapToLong(digest -> digest.sequence()).sum();
        var collected = new Collected();
        try (var subscription = store.subscribe(SubscribeRequest.from(FeedPosition.start()), collected)) {
            var _ = subscription.end().thenAccept(collected::ended);
            var commits = collected.await(Math.toIntExact(count));
            assertThat(commits).hasSize(Math.toIntExact(count));
            assertGapFree(commits);
            return commits;
        }
    }

    static void assertGapFree(List<Commit> commits) {
        var last = new HashMap<Integer, Long>();
        for (var commit : commits) {
            assertThat(commit.sequence()).as("in partition %d", commit.partition())
                    .isEqualTo(last.getOrDefault(commit.partition(), 0L) + 1);
            last.put(commit.partition(), commit.sequence());
        }
    }

    @Override
    public void handle(FeedBatch batch) {
        lock.lock();
        try {
            commits.addAll(batch.commits());
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void ended(SubscriptionEnd end) {
        lock.lock();
        try {
            failure = end.cause();
            more.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for at least this many commits and returns all so far.
    List<Commit> await(int count) {
        lock.lock();
        try {
            long left = TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (commits.size() < count) {
                assertThat(left).as("%d of %d commits came in time", commits.size(), count).isPositive();
                left = more.awaitNanos(left);
                if (failure.orElse(null) instanceof BailiwickException e) {
                    throw e;
                }
            }
            return List.copyOf(commits);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        } finally {
            lock.unlock();
        }
    }
}
