package dev.bailiwick.store;

import java.util.Map;

/// 2004: a value in a request makes no sense.
public final class InvalidRequestException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String field;
    private final String reason;

    public InvalidRequestException(String field, String reason) {
        super(ErrorCode.INVALID_REQUEST, field + ": " + reason, Map.of("field", field, "reason", reason));
        this.field = field;
        this.reason = reason;
    }

    public String field() {
        return field;
    }

    public String reason() {
        return reason;
    }
}
