package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import java.util.Map;

/// 9001: a request spans shards. Ids that are equal modulo the partition count are always on one shard.
public final class ShardRoutingException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient Map<AggregateKey, ShardIdentifier> shardsByKey;

    public ShardRoutingException(Map<AggregateKey, ShardIdentifier> shardsByKey) {
        super(ErrorCode.SHARD_ROUTING_MULTIPLE_SHARDS,
                "the aggregates of one request live on one shard, and these live on several: " + shardsByKey
                        + "; split the request, or allocate ids that lie together (IdAllocator)",
                Map.of("shardsByKey", shardsByKey));
        this.shardsByKey = shardsByKey;
    }

    public Map<AggregateKey, ShardIdentifier> shardsByKey() {
        return shardsByKey;
    }
}
