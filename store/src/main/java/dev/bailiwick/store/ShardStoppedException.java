package dev.bailiwick.store;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Map;

/// 12001: a shard stopped because its disk failed. What it acknowledged can still be read.
public final class ShardStoppedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;
    private final String reason;

    public ShardStoppedException(ShardIdentifier shard, String reason) {
        super(ErrorCode.SHARD_STOPPED, "shard " + shard + " takes no more writes, since its disk failed (" + reason
                + "); look after the disk and open the store again", Map.of("shard", shard, "reason", reason));
        this.shard = shard;
        this.reason = reason;
    }

    public ShardIdentifier shard() {
        return shard;
    }

    /// What the disk said.
    public String reason() {
        return reason;
    }
}
