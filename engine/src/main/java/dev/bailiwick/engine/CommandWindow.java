package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.CommandBucket;
import dev.bailiwick.engine.Decision.CommandBuckets;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.InvalidRequestException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/// For how long commands are remembered. They are kept in *buckets* in the order in which they were executed, and a bucket is
/// dropped whole: when the time of all its commands is over, or before if all commands together take too much space.
///
/// A command is remembered for the window after it was executed, and after the time in its id where that is later because the
/// sender's clock is ahead. So when it is forgotten its id is older than the window, and a resend is refused, never executed
/// again. Where space is short the window becomes shorter, and the same holds for what is left of it.
///
/// Belongs to the shard's thread.
final class CommandWindow {
    /// What a command takes in the index, about.
    static final long COMMAND_BYTES = 64;

    /// Buckets of a full window, by time and by space, the current one, and those that wait for ids from ahead.
    static final int MAX_BUCKETS = 64;

    private static final int BUCKETS = 8;

    private final long windowMs;
    private final long maxCommands;
    private final ArrayList<Bucket> buckets = new ArrayList<>();
    private long forgottenUpToMs;
    private long lastBucket;
    private long latestMadeMs;
    private long total;

    CommandWindow(Duration window, long maxBytes) {
        this.windowMs = window.toMillis();
        this.maxCommands = Math.max(BUCKETS, maxBytes / COMMAND_BYTES);
    }

    /// The bucket for a command that is executed now.
    long bucketFor(long nowMs) {
        if (buckets.isEmpty()) {
            return lastBucket + 1;
        }
        var current = buckets.getLast();
        boolean full = current.commands >= maxCommands / BUCKETS || nowMs - current.beganMs >= windowMs / BUCKETS;
        return full && buckets.size() < MAX_BUCKETS ? current.number + 1 : current.number;
    }

    /// Notes a command that was executed.
    void add(UUID id, long bucket, long executedMs) {
        long madeMs = madeMs(id);
        if (buckets.isEmpty() || buckets.getLast().number != bucket) {
            buckets.add(new Bucket(bucket, executedMs));
            lastBucket = bucket;
        }
        buckets.getLast().add(executedMs, madeMs);
        latestMadeMs = Math.max(latestMadeMs, madeMs);
        total++;
    }

    /// The buckets in which a command with this id may be.
    List<Long> bucketsOf(UUID id) {
        long madeMs = madeMs(id);
        return buckets.stream().filter(bucket -> bucket.latestMadeMs >= madeMs).map(bucket -> bucket.number).toList();
    }

    /// The latest time in a command's id so far. A command with a later one was not executed.
    long latestMadeMs() {
        return latestMadeMs;
    }

    /// Whether a command can have been executed when [#latestMadeMs] was this.
    static boolean mayBeKnown(UUID id, long latestMadeMs) {
        return madeMs(id) <= latestMadeMs;
    }

    /// Whether a command that was executed then is still remembered.
    boolean remembers(UUID id, long executedMs, long nowMs) {
        long latestMs = Math.max(madeMs(id), executedMs);
        return latestMs + windowMs >= nowMs && latestMs > forgottenUpToMs;
    }

    /// Refuses an unknown id whose time does not tell whether it was executed.
    void checkAge(UUID id, long nowMs) {
        ShardedUUID.from(id).instant().ifPresent(madeAt -> {
            var now = Instant.ofEpochMilli(nowMs);
            var since = Instant.ofEpochMilli(Math.max(nowMs - windowMs, forgottenUpToMs + 1));
            if (madeAt.isBefore(since)) {
                throw new CommandExpiredException(id, since);
            }
            if (madeAt.isAfter(now.plusMillis(windowMs))) {
                throw new InvalidRequestException("command id", "its time " + madeAt
                        + " is further ahead of the store's " + now + " than " + Duration.ofMillis(windowMs));
            }
        });
    }

    /// Drops the buckets of which nothing need be known, and returns whether there are still more commands than there may be.
    boolean expire(long nowMs) {
        while (!buckets.isEmpty() && buckets.getFirst().latestMs + windowMs < nowMs) {
            total -= buckets.removeFirst().commands;
        }
        return total > maxCommands && buckets.size() > 1;
    }

    /// What it would mean to forget the oldest bucket before its time.
    Decision.Forgotten oldest() {
        return new Decision.Forgotten(buckets.getFirst().number + 1, buckets.getFirst().latestMs);
    }

    void forget(Decision.Forgotten forgotten) {
        forgottenUpToMs = Math.max(forgottenUpToMs, forgotten.upToMs());
        while (!buckets.isEmpty() && buckets.getFirst().number < forgotten.firstBucket()) {
            total -= buckets.removeFirst().commands;
        }
    }

    /// The first bucket that counts.
    long firstBucket() {
        return buckets.isEmpty() ? lastBucket + 1 : buckets.getFirst().number;
    }

    /// What was known when a segment was sealed.
    void restore(CommandBuckets kept) {
        forgottenUpToMs = kept.forgottenUpToMs();
        lastBucket = kept.lastBucket();
        buckets.clear();
        total = 0;
        for (var bucket : kept.buckets()) {
            buckets.add(new Bucket(bucket));
            latestMadeMs = Math.max(latestMadeMs, bucket.latestMadeMs());
            total += bucket.commands();
        }
    }

    CommandBuckets toBuckets() {
        return new CommandBuckets(forgottenUpToMs, lastBucket, buckets.stream().map(Bucket::toRecord).toList());
    }

    /// The time in an id; 0 where it does not tell.
    static long madeMs(UUID id) {
        return id.version() == 7 && id.variant() == 2 ? id.getMostSignificantBits() >>> 16 : 0;
    }

    /// See [CommandBucket].
    private static final class Bucket {
        private final long number;
        private final long beganMs;
        private long latestMs;
        private long latestMadeMs;
        private long commands;

        Bucket(long number, long beganMs) {
            this.number = number;
            this.beganMs = beganMs;
        }

        Bucket(CommandBucket kept) {
            this(kept.number(), kept.beganMs());
            this.latestMs = kept.latestMs();
            this.latestMadeMs = kept.latestMadeMs();
            this.commands = kept.commands();
        }

        void add(long executedMs, long madeMs) {
            latestMs = Math.max(latestMs, Math.max(executedMs, madeMs));
            latestMadeMs = Math.max(latestMadeMs, madeMs);
            commands++;
        }

        CommandBucket toRecord() {
            return new CommandBucket(number, beganMs, latestMs, latestMadeMs, commands);
        }
    }
}
