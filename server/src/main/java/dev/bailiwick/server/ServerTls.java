package dev.bailiwick.server;

import java.nio.file.Path;
import java.util.Optional;

/// How a server shows who it is, and whom it asks to do the same. All files are in PEM format.
///
/// @param certificateChain the server's certificate, then those that signed it
/// @param privateKey of the server's certificate, PKCS#8 and not encrypted
/// @param clientCertificates who may sign the certificates of clients
/// @param requireClientCertificate whether a client without a certificate is turned away; else it may come without one
public record ServerTls(Path certificateChain, Path privateKey, Optional<Path> clientCertificates,
        boolean requireClientCertificate) {
    public ServerTls {
        if (requireClientCertificate && clientCertificates.isEmpty()) {
            throw new IllegalArgumentException(
                    "to require certificates of clients, say who may sign them: client certificates");
        }
    }

    /// Clients need no certificate.
    public static ServerTls of(Path certificateChain, Path privateKey) {
        return new ServerTls(certificateChain, privateKey, Optional.empty(), false);
    }

    /// Every client needs a certificate that one of these signed.
    public ServerTls requiringClients(Path signers) {
        return new ServerTls(certificateChain, privateKey, Optional.of(signers), true);
    }
}
