package dev.bailiwick.store;

import java.util.Map;

/// 2002: a request is larger than allowed.
public final class LimitExceededException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String limit;
    private final long actual;
    private final long maximum;

    public LimitExceededException(String limit, long actual, long maximum) {
        super(ErrorCode.LIMIT_EXCEEDED, limit + " are at most " + maximum + ", not " + actual,
                Map.of("limit", limit, "actual", actual, "maximum", maximum));
        this.limit = limit;
        this.actual = actual;
        this.maximum = maximum;
    }

    /// Which limit, as `docs/limits.md` calls it.
    public String limit() {
        return limit;
    }

    public long actual() {
        return actual;
    }

    public long maximum() {
        return maximum;
    }
}
