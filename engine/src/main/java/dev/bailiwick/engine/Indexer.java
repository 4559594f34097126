package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

/// Brings the sealed segments of one shard into its sealed index, in the background and in the order of the log. What fails for
/// lack of room is tried again until it succeeds. Thread-safe.
final class Indexer {
    /// Segments that may wait; a shard that is faster than this has to wait itself.
    static final int MAX_WAITING = 2;

    /// Files of the index that may wait to be merged with others before more are added.
    private static final int MAX_UNMERGED = 120;
    private static final int RETRY_MS = 100;

    private final Executor threads;
    private final Disk disk;
    private final Path directory;
    private final SealedIndex sealed;
    private final LongConsumer whenIndexed;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Job> waiting = new ArrayDeque<>();
    private Optional<String> trouble = Optional.empty();
    private boolean running;
    private boolean closed;

    /// @param whenIndexed told the id of each segment that is part of the index
    Indexer(Executor threads, Disk disk, Path directory, SealedIndex sealed, LongConsumer whenIndexed) {
        this.threads = threads;
        this.disk = disk;
        this.directory = directory;
        this.sealed = sealed;
        this.whenIndexed = whenIndexed;
    }

    private record Job(SegmentIndex segment, Watermark watermark, long firstCommandBucket) {}

    /// @param firstCommandBucket commands in buckets before this one are forgotten
    void submit(SegmentIndex segment, Watermark watermark, long firstCommandBucket) {
        lock.lock();
        try {
            waiting.add(new Job(segment, watermark, firstCommandBucket));
            start();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until another segment may be submitted.
    ///
    /// @throws NoRoomException if there is no telling when that will be
    void awaitTurn() throws NoRoomException {
        lock.lock();
        try {
            while (waiting.size() >= MAX_WAITING && !closed) {
                if (trouble.isPresent()) {
                    throw new NoRoomException("the index cannot be written: " + trouble.get());
                }
                changed.awaitUninterruptibly();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Finishes what waits, unless it cannot, and takes nothing more. What is left over is done when the store is opened again.
    void close() {
        lock.lock();
        try {
            closed = true;
            while (running && !(trouble.isPresent() || waiting.isEmpty())) {
                changed.awaitUninterruptibly();
            }
            waiting.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void start() {
        if (!running) {
            running = true;
            threads.execute(this::run);
        }
    }

    private void run() {
        var job = next();
        while (job.isPresent()) {
            try {
                if (sealed.unmergedFiles() > MAX_UNMERGED) {
                    // Merging is behind, which is no failure: whoever wants to submit more waits.
                    later(Optional.empty());
                    return;
                }
                index(job.get());
                done(job.get());
            } catch (IOException | RuntimeException e) {
                later(Optional.of(String.valueOf(e.getMessage())));
                return;
            }
            job = next();
        }
    }

    private Optional<Job> next() {
        lock.lock();
        try {
            if (waiting.isEmpty()) {
                running = false;
            }
            return Optional.ofNullable(waiting.peek());
        } finally {
            changed.signalAll();
            lock.unlock();
        }
    }

    private void index(Job job) throws IOException {
        long needed = 2 * job.segment().bytes();
        if (disk.freeBytes(directory) < needed) {
            throw new NoRoomException("less than " + needed + " bytes are free");
        }
        sealed.ingest(job.segment(), job.watermark(), new Pace(this::isInHurry));
        sealed.forgetCommandsBefore(job.firstCommandBucket());
    }

    private boolean isInHurry() {
        lock.lock();
        try {
            return closed || waiting.size() > 1;
        } finally {
            lock.unlock();
        }
    }

    private void done(Job job) {
        whenIndexed.accept(job.segment().segmentId());
        lock.lock();
        try {
            trouble = Optional.empty();
            waiting.poll();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void later(Optional<String> reason) {
        lock.lock();
        try {
            trouble = reason;
            changed.signalAll();
            if (closed) {
                running = false;
                return;
            }
        } finally {
            lock.unlock();
        }
        CompletableFuture.delayedExecutor(RETRY_MS, TimeUnit.MILLISECONDS, threads).execute(this::run);
    }
}
