package dev.bailiwick.store;

import java.util.Map;

/// 10000: the credentials of a call are missing, unknown, expired or revoked. It is the same sentence for all of these, so that
/// nobody learns from it how near a guess came.
public final class UnauthenticatedException extends BailiwickException {
    private static final long serialVersionUID = 1;

    public UnauthenticatedException() {
        super(ErrorCode.UNAUTHENTICATED,
                "the credentials are missing or not valid; send an API key of this server, or a client certificate that it knows",
                Map.of());
    }
}
