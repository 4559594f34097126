package dev.bailiwick.store;

import java.util.Map;

/// 9004: a partition is changing its owner and takes no writes for a moment.
public final class PartitionMovingException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final int partition;

    public PartitionMovingException(int partition) {
        super(ErrorCode.PARTITION_MOVING,
                "partition " + partition + " is changing its owner; send the request again in a moment",
                Map.of("partition", partition));
        this.partition = partition;
    }

    public int partition() {
        return partition;
    }
}
