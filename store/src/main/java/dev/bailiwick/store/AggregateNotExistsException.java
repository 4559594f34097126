package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 1001: the aggregate never existed, or is deleted.
public final class AggregateNotExistsException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;

    public AggregateNotExistsException(AggregateKey key) {
        super(ErrorCode.AGGREGATE_NOT_EXISTS, key + " does not exist", Map.of("key", key));
        this.key = key;
    }

    public AggregateKey key() {
        return key;
    }
}
