package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.ShardIdentifier;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/// 9001: a request spans shards. Ids that are equal modulo the partition count are always on one shard.
public final class ShardRoutingException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient Map<AggregateKey, ShardIdentifier> shardsByKey;

    public ShardRoutingException(Map<AggregateKey, ShardIdentifier> shardsByKey) {
        super(ErrorCode.SHARD_ROUTING_MULTIPLE_SHARDS,
                "the aggregates of one request live on one shard, and these live on several: " + sorted(shardsByKey)
                        + "; split the request, or allocate ids that lie together (IdAllocator)",
                Map.of("shardsByKey", sorted(shardsByKey)));
        this.shardsByKey = sorted(shardsByKey);
    }

    /// The shard of every aggregate in the request, sorted by key.
    public Map<AggregateKey, ShardIdentifier> shardsByKey() {
        return shardsByKey;
    }

    private static Map<AggregateKey, ShardIdentifier> sorted(Map<AggregateKey, ShardIdentifier> shardsByKey) {
        return Collections.unmodifiableMap(new TreeMap<>(shardsByKey));
    }
}
