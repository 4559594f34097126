package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 2006: the aggregate was deleted for good and takes no more events.
public final class RecreateNotAllowedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;

    public RecreateNotAllowedException(AggregateKey key) {
        super(ErrorCode.AGGREGATE_RECREATE_NOT_ALLOWED, key + " was deleted for good; write to another aggregate",
                Map.of("key", key));
        this.key = key;
    }

    public AggregateKey key() {
        return key;
    }
}
