package dev.bailiwick.store;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Map;

/// 11000: a shard has no room for more work now.
public final class ShardBusyException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;

    public ShardBusyException(ShardIdentifier shard) {
        super(ErrorCode.SHARD_BUSY,
                "shard " + shard + " has no room for more work; slow down and send the request again",
                Map.of("shard", shard));
        this.shard = shard;
    }

    public ShardIdentifier shard() {
        return shard;
    }
}
