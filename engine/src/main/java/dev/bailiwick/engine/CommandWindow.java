package dev.bailiwick.engine;

import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.CommandExpiredException;
import dev.bailiwick.store.CommandReusedException;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;

/// The commands of the last while, in buckets by the time until which they must be kept; a bucket is dropped whole. Belongs to the
/// shard's thread.
///
/// A command is kept for the window after it was executed, and after the time in its id where that is later because the sender's
/// clock is ahead. So when it is dropped its id is older than the window, and a resend is refused, never executed again.
final class CommandWindow {
    private static final int BUCKETS = 8;

    private final Duration window;
    private final long bucketMs;
    private final TreeMap<Long, Map<Id, Remembered>> buckets = new TreeMap<>();

    CommandWindow(Duration window) {
        this.window = window;
        this.bucketMs = Math.max(1, window.toMillis() / BUCKETS);
    }

    /// What is kept of a command.
    record Remembered(Hash256 fingerprint, AppendResult result) {}

    private record Id(int partition, UUID org, UUID id) {}

    /// The result of a command that was executed before.
    ///
    /// @throws CommandReusedException if it said something else then
    Optional<AppendResult> find(int partition, UUID org, UUID id, Hash256 fingerprint) {
        var wanted = new Id(partition, org, id);
        for (var bucket : buckets.values()) {
            var remembered = bucket.get(wanted);
            if (remembered != null && !remembered.fingerprint().equals(fingerprint)) {
                throw new CommandReusedException(id);
            }
            if (remembered != null) {
                return Optional.of(remembered.result().asDuplicate());
            }
        }
        return Optional.empty();
    }

    /// Refuses an unknown id whose time does not tell whether it was executed.
    void checkAge(UUID id, long nowMs) {
        var now = Instant.ofEpochMilli(nowMs);
        ShardedUUID.from(id).instant().ifPresent(madeAt -> {
            if (madeAt.isBefore(now.minus(window))) {
                throw new CommandExpiredException(id, now.minus(window));
            }
            if (madeAt.isAfter(now.plus(window))) {
                throw new InvalidRequestException("command id",
                        "its time " + madeAt + " is further ahead of the store's " + now + " than " + window);
            }
        });
    }

    void remember(UUID org, UUID id, Remembered remembered, long executedMs) {
        long madeMs = ShardedUUID.from(id).instant().map(Instant::toEpochMilli).orElse(executedMs);
        long untilMs = Math.max(madeMs, executedMs) + window.toMillis();
        var bucket = buckets.computeIfAbsent(untilMs / bucketMs, b -> new HashMap<>());
        remembered.result().sequences().keySet()
                .forEach(partition -> bucket.put(new Id(partition, org, id), remembered));
    }

    /// Drops the buckets of which nothing need be kept any more.
    void forget(long nowMs) {
        while (!buckets.isEmpty() && (buckets.firstKey() + 1) * bucketMs <= nowMs) {
            buckets.pollFirstEntry();
        }
    }
}
