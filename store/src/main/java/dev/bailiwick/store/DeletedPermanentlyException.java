package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 4000: recreation cannot be allowed for what was deleted for good.
public final class DeletedPermanentlyException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;

    public DeletedPermanentlyException(AggregateKey key) {
        super(ErrorCode.DELETED_PERMANENTLY, key + " was deleted for good, which cannot be taken back",
                Map.of("key", key));
        this.key = key;
    }

    public AggregateKey key() {
        return key;
    }
}
