package dev.bailiwick.store;

import java.util.Map;

/// 11001: a server cannot be reached, does not answer in time, or is shutting down. The request was not executed; where that
/// cannot be said of a write, the error is 2014 instead.
public final class ServerUnavailableException extends BailiwickException {
    private static final long serialVersionUID = 1;

    private final String server;
    private final String reason;

    public ServerUnavailableException(String server, String reason) {
        super(ErrorCode.SERVER_UNAVAILABLE, "the server " + server + " is not available (" + reason
                + "); see that it runs and can be reached, and send the request again",
                Map.of("server", server, "reason", reason));
        this.server = server;
        this.reason = reason;
    }

    /// Its address, as the client knows it.
    public String server() {
        return server;
    }

    public String reason() {
        return reason;
    }
}
