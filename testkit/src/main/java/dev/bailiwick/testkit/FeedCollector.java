package dev.bailiwick.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.store.Commit;
import dev.bailiwick.store.FeedBatch;
import dev.bailiwick.store.FeedHandler;
import dev.bailiwick.store.FeedPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A handler that keeps what it is given, and on which a test can wait. Unless it expects a filter, it refuses a gap or a
/// repeat as soon as it sees one, so that no test waits for what will not come. Thread-safe.
final class FeedCollector implements FeedHandler {
    private static final long PATIENCE_SECONDS = 60;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition more = lock.newCondition();
    private final List<Commit> commits = new ArrayList<>();
    private final List<FeedPosition> positions = new ArrayList<>();
    private final boolean filtered;

    private FeedCollector(boolean filtered) {
        this.filtered = filtered;
    }

    /// For a subscription to everything.
    static FeedCollector ofEverything() {
        return new FeedCollector(false);
    }

    /// For a subscription that lets some commits through.
    static FeedCollector ofSome() {
        return new FeedCollector(true);
    }

    @Override
    public void handle(FeedBatch batch) {
        lock.lock();
        try {
            commits.addAll(batch.commits());
            positions.add(batch.position());
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
            while (commits.size() < count && (filtered || isGapFree())) {
                assertThat(left).as("%d of %d commits came in time", commits.size(), count).isPositive();
                left = more.awaitNanos(left);
            }
            if (!filtered) {
                assertGapFree(commits);
            }
            return List.copyOf(commits);
        } catch (InterruptedException e) {
            throw new AssertionError("interrupted", e);
        } finally {
            lock.unlock();
        }
    }

    /// The positions after each batch.
    List<FeedPosition> positions() {
        lock.lock();
        try {
            return List.copyOf(positions);
        } finally {
            lock.unlock();
        }
    }

    private boolean isGapFree() {
        return firstGap(commits).isEmpty();
    }

    /// Fails unless the commits of each partition follow each other without gap or repeat.
    private static void assertGapFree(List<Commit> commits) {
        assertThat(firstGap(commits)).as("a commit that does not follow the one before, among %s", commits).isEmpty();
    }

    private static Optional<Commit> firstGap(List<Commit> commits) {
        var last = new HashMap<Integer, Long>();
        return commits.stream().filter(commit -> {
            var before = last.put(commit.partition(), commit.sequence());
            return before != null && commit.sequence() != before + 1;
        }).findFirst();
    }
}
