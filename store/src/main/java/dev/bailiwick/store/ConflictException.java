package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.util.Map;

/// 2003: the aggregate is not at the version that was expected. Read it again and decide again.
public final class ConflictException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final transient AggregateKey key;
    private final transient ExpectedVersion expected;
    private final long actualVersion;
    private final boolean deleted;

    public ConflictException(AggregateKey key, ExpectedVersion expected, long actualVersion, boolean deleted) {
        super(ErrorCode.OPTIMISTIC_CONCURRENCY_VIOLATION,
                key + " was expected to be " + expected + " and is " + (deleted ? "deleted at version " : "at version ")
                        + actualVersion,
                Map.of("key", key, "expected", expected, "actualVersion", actualVersion, "deleted", deleted));
        this.key = key;
        this.expected = expected;
        this.actualVersion = actualVersion;
        this.deleted = deleted;
    }

    public AggregateKey key() {
        return key;
    }

    public ExpectedVersion expected() {
        return expected;
    }

    /// The last version ever written; 0 for an aggregate that never existed.
    public long actualVersion() {
        return actualVersion;
    }

    /// Whether the aggregate is deleted, so that `actualVersion` is only where its versions would continue.
    public boolean deleted() {
        return deleted;
    }
}
