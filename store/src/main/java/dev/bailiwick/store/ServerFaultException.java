package dev.bailiwick.store;

import java.util.Map;

/// 13000: a server failed in a way that nobody foresaw, or answered what makes no sense.
public final class ServerFaultException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String reason;

    public ServerFaultException(String reason) {
        super(ErrorCode.SERVER_FAULT, "the server failed: " + reason + "; its log tells more",
                Map.of("reason", reason));
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
