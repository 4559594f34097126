package dev.bailiwick.server;

import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.Optional;

/// What a call brings along to show who makes it.
///
/// @param authorization the header of that name
/// @param certificate of the client, whose chain was checked while the connection was made
/// @param remote from where the call comes
public record Credentials(Optional<String> authorization, Optional<X509Certificate> certificate,
        SocketAddress remote) {
    /// Without the header.
    @Override
    public String toString() {
        return "Credentials[authorization " + (authorization.isPresent() ? "***" : "none") + ", certificate "
                + (certificate.isPresent() ? "given" : "none") + ", from " + remote + "]";
    }
}
