package dev.bailiwick.store;

import java.util.Map;

/// 1003: a feed position lies beyond the end of the feed, as after restoring an old copy of the store. A caller who may not know how
/// many commits there are is told 0 for both sequences.
public final class PositionAheadException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final int partition;
    private final long positionSequence;
    private final long lastSequence;

    public PositionAheadException(int partition, long positionSequence, long lastSequence) {
        super(ErrorCode.POSITION_AHEAD,
                sentence(partition, positionSequence, lastSequence)
                        + ": has an older copy of the store been restored?",
                Map.of("partition", partition, "positionSequence", positionSequence, "lastSequence", lastSequence));
        this.partition = partition;
        this.positionSequence = positionSequence;
        this.lastSequence = lastSequence;
    }

    private static String sentence(int partition, long positionSequence, long lastSequence) {
        return positionSequence == 0
                ? "the position lies beyond the last commit of partition " + partition
                : "the position says that commit " + positionSequence + " of partition " + partition
                        + " was seen, and the last one there is " + lastSequence;
    }

    public int partition() {
        return partition;
    }

    public long positionSequence() {
        return positionSequence;
    }

    /// The partition's last commit; 0 where there is none, or where the caller is not told.
    public long lastSequence() {
        return lastSequence;
    }
}
