package dev.bailiwick.persistence;

import dev.bailiwick.placement.ShardIdentifier;
import java.time.Duration;
import java.util.function.LongSupplier;

/// Watches whether a move gets nearer to those who write. Where it does not, for a minute, it says so rather than run for ever.
///
/// Belongs to one thread.
final class CatchingUp {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ShardIdentifier shard;
    private final LongSupplier changes;
    private final LongSupplier nanoTime;
    private long sinceNs;
    private long pending = Long.MAX_VALUE;

    /// @param changes how many wait to be copied; asked once a minute, since counting takes time
    CatchingUp(ShardIdentifier shard, LongSupplier changes, LongSupplier nanoTime) {
        this.shard = shard;
        this.changes = changes;
        this.nanoTime = nanoTime;
        this.sinceNs = nanoTime.getAsLong();
    }

    /// @throws IllegalStateException where there is as much to do as a minute ago
    void check() {
        if (nanoTime.getAsLong() - sinceNs < PATIENCE.toNanos()) {
            return;
        }
        long now = changes.getAsLong();
        if (now >= pending) {
            throw new IllegalStateException("rows of shard " + shard + " change faster than they are copied: "
                    + now + " changes are waiting, and " + PATIENCE.toSeconds() + " s ago it were " + pending
                    + ". Let less be written, and resume the move");
        }
        pending = now;
        sinceNs = nanoTime.getAsLong();
    }
}
