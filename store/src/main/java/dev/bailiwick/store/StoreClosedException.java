package dev.bailiwick.store;

import java.util.Map;

/// 12000: the store is closed.
public final class StoreClosedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    public StoreClosedException() {
        super(ErrorCode.STORE_CLOSED, "the store is closed", Map.of());
    }
}
