package dev.bailiwick.store;

import java.util.Map;

/// 9003: the request was routed by a partition map that is out of date. Clients fetch the map and retry by themselves.
public final class StalePartitionMapException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final int partition;
    private final long requestEpoch;
    private final long currentEpoch;

    public StalePartitionMapException(int partition, long requestEpoch, long currentEpoch) {
        super(ErrorCode.STALE_PARTITION_MAP,
                "partition " + partition + " changed its owner in epoch " + currentEpoch
                        + " and the request was routed in epoch " + requestEpoch
                        + "; fetch the partition map and send it again",
                Map.of("partition", partition, "requestEpoch", requestEpoch, "currentEpoch", currentEpoch));
        this.partition = partition;
        this.requestEpoch = requestEpoch;
        this.currentEpoch = currentEpoch;
    }

    public int partition() {
        return partition;
    }

    public long requestEpoch() {
        return requestEpoch;
    }

    public long currentEpoch() {
        return currentEpoch;
    }
}
