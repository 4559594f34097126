package dev.bailiwick.store;

import java.util.Map;

/// 12004: stored data is damaged, of a newer format, or cannot be read.
public final class UnreadableStoreException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public UnreadableStoreException(String reason) {
        super(ErrorCode.UNREADABLE_STORE, "the store cannot be read: " + reason, Map.of("reason", reason));
        this.reason = reason;
    }

    /// With the file and the offset, where one can be named.
    public String reason() {
        return reason;
    }
}
