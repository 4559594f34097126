package dev.bailiwick.persistence;

import java.time.Duration;

/// How many shards are asked together.
///
/// @param deadline after that long a shard that has not answered is late
/// @param maxConcurrency how many shards are asked at a time
/// @param partial whether what is there is good enough where shards are missing
public record GatherOptions(Duration deadline, int maxConcurrency, boolean partial) {
    public static final int MAX_CONCURRENCY = 1_024;

    public GatherOptions {
        if (deadline.toMillis() < 1 || deadline.compareTo(Duration.ofHours(24)) > 0) {
            throw new IllegalArgumentException("a deadline is 1 millisecond to 24 hours, not " + deadline);
        }
        if (maxConcurrency < 1 || maxConcurrency > MAX_CONCURRENCY) {
            throw new IllegalArgumentException("1 to " + MAX_CONCURRENCY + " shards are asked at a time, not "
                    + maxConcurrency);
        }
    }

    /// Ten seconds, 16 shards at a time, and all of them must answer.
    public static GatherOptions standard() {
        return new GatherOptions(Duration.ofSeconds(10), 16, false);
    }

    public GatherOptions withDeadline(Duration newDeadline) {
        return new GatherOptions(newDeadline, maxConcurrency, partial);
    }

    public GatherOptions withMaxConcurrency(int shards) {
        return new GatherOptions(deadline, shards, partial);
    }

    /// Shards that do not answer are named in the result instead of being an error.
    public GatherOptions allowPartial() {
        return new GatherOptions(deadline, maxConcurrency, true);
    }
}
