package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 2005: the aggregate was expected to exist and does not.
public final class WriteToMissingAggregateException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;

    public WriteToMissingAggregateException(AggregateKey key) {
        super(ErrorCode.WRITE_TO_MISSING_AGGREGATE, key + " was expected to exist and does not", Map.of("key", key));
        this.key = key;
    }

    public AggregateKey key() {
        return key;
    }
}
