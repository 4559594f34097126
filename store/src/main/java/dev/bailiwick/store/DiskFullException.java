package dev.bailiwick.store;

import dev.bailiwick.placement.ShardIdentifier;
import java.util.Map;

/// 12005: a shard has no room on its disk for more. Nothing was written, and reading goes on; so does writing as soon as there is
/// room again.
public final class DiskFullException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient ShardIdentifier shard;
    private final String reason;

    public DiskFullException(ShardIdentifier shard, String reason) {
        super(ErrorCode.DISK_FULL, "shard " + shard + " has no room on its disk (" + reason
                + "); make room, and send the request again", Map.of("shard", shard, "reason", reason));
        this.shard = shard;
        this.reason = reason;
    }

    public ShardIdentifier shard() {
        return shard;
    }

    /// What is missing.
    public String reason() {
        return reason;
    }
}
