package dev.bailiwick.persistence;

import java.time.Duration;

/// Watches whether a move gets nearer to those who write. Where it does not, for a minute, it says so rather than run for ever.
///
/// Belongs to one thread.
final class CatchingUp {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final ShardMove move;
    private final MoveChanges changes;
    private long sinceNs = System.nanoTime();
    private long pending = Long.MAX_VALUE;

    CatchingUp(ShardMove move, MoveChanges changes) {
        this.move = move;
        this.changes = changes;
    }

    /// @throws IllegalStateException where there is as much to do as a minute ago
    void check() {
        if (System.nanoTime() - sinceNs < PATIENCE.toNanos()) {
            return;
        }
        long now = changes.count(move);
        if (now >= pending) {
            throw new IllegalStateException("rows of shard " + move.shard() + " change faster than they are copied: "
                    + now + " changes are waiting, and " + PATIENCE.toSeconds() + " s ago it were " + pending
                    + ". Let less be written, and resume the move");
        }
        pending = now;
        sinceNs = System.nanoTime();
    }
}
