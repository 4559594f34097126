package dev.bailiwick.store;

import java.util.Map;

/// 1002: a feed position cannot be read, or belongs to another store.
public final class InvalidPositionException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public InvalidPositionException(String reason) {
        super(ErrorCode.INVALID_POSITION,
                "this feed position cannot be used: " + reason
                        + "; start again from FeedPosition.start() or from a position that this store gave",
                Map.of("reason", reason));
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
