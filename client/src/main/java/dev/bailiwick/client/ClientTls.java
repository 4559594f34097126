package dev.bailiwick.client;

import java.nio.file.Path;
import java.util.Optional;

/// How a client knows its server, and shows who it is itself. All files are in PEM format.
///
/// @param trusted who may sign the server's certificate; empty for those whom the Java runtime trusts
/// @param identity the client's own certificate, where the server asks for one
public record ClientTls(Optional<Path> trusted, Optional<Identity> identity) {
    /// Servers whose certificate is signed by somebody whom the Java runtime trusts.
    public static ClientTls systemTrust() {
        return new ClientTls(Optional.empty(), Optional.empty());
    }

    /// Servers whose certificate one of these signed.
    public static ClientTls trusting(Path certificates) {
        return new ClientTls(Optional.of(certificates), Optional.empty());
    }

    public ClientTls withIdentity(Path certificateChain, Path privateKey) {
        return new ClientTls(trusted, Optional.of(new Identity(certificateChain, privateKey)));
    }

    /// What a client shows of itself.
    ///
    /// @param certificateChain the client's certificate, then those that signed it
    /// @param privateKey PKCS#8, not encrypted
    public record Identity(Path certificateChain, Path privateKey) {}
}
