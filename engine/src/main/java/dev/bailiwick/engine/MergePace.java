package dev.bailiwick.engine;

import org.rocksdb.Options;
import org.rocksdb.RateLimiter;

/// How fast the files of one index are merged: slowly as long as few wait, faster the more do. Without a bound merging takes a
/// whole core for seconds whenever it begins, and everybody else waits longer meanwhile; at a bound that suits the busiest
/// shard, it does so still where there are few cores.
///
/// Thread-safe.
final class MergePace implements AutoCloseable {
    private static final long SLOWEST = 8L << 20;
    private static final long FASTEST = 64L << 20;
    /// As many again may come while the first are merged: what is put off while writers are busy is made up for when they are not.
    private static final int FEW = 2 * IndexMemory.MERGE_FROM;
    private static final int MANY = 2 * FEW;
    private static final long REFILL_MICROS = 10_000;
    private static final int FAIRNESS = 10;

    private final RateLimiter limiter = new RateLimiter(SLOWEST, REFILL_MICROS, FAIRNESS);

    void applyTo(Options options) {
        options.setRateLimiter(limiter);
    }

    void unmerged(int files) {
        limiter.setBytesPerSecond(bytesPerSecond(files));
    }

    static long bytesPerSecond(int unmergedFiles) {
        int beyond = Math.clamp(unmergedFiles - FEW, 0, MANY - FEW);
        return SLOWEST + (FASTEST - SLOWEST) * beyond / (MANY - FEW);
    }

    @Override
    public void close() {
        limiter.close();
    }
}
