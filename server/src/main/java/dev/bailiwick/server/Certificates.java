package dev.bailiwick.server;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLException;

/// Certificates and keys from their files.
final class Certificates {
    private Certificates() {
    }

    static SslContext context(ServerTls tls) {
        try {
            var builder = SslContextBuilder.forServer(readable(tls.certificateChain(), "certificate chain").toFile(),
                    readable(tls.privateKey(), "private key").toFile());
            tls.clientCertificates().ifPresent(signers -> builder
                    .trustManager(readable(signers, "client certificates").toFile())
                    .clientAuth(tls.requireClientCertificate() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL));
            return GrpcSslContexts.configure(builder).build();
        } catch (SSLException | RuntimeException e) {
            throw new IllegalArgumentException("the certificate " + tls.certificateChain() + " with the key "
                    + tls.privateKey() + " cannot be used: " + e.getMessage()
                    + "; both are in PEM format, the key in PKCS#8 and not encrypted", e);
        }
    }

    private static Path readable(Path file, String what) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException("the " + what + " " + file + " is not there or cannot be read");
        }
        return file;
    }
}
