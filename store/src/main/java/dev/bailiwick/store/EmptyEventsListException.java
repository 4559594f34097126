package dev.bailiwick.store;

import java.util.Map;

/// 2000: an append without events.
public final class EmptyEventsListException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public EmptyEventsListException(String reason) {
        super(ErrorCode.EMPTY_EVENTS_LIST, reason, Map.of("reason", reason));
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
