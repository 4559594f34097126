package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 2001: one aggregate twice in a request.
public final class AggregateRepeatedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;

    public AggregateRepeatedException(AggregateKey key) {
        super(ErrorCode.AGGREGATE_REPEATED,
                "a request writes to an aggregate once, with all its events; " + key + " stands twice",
                Map.of("key", key));
        this.key = key;
    }

    public AggregateKey key() {
        return key;
    }
}
