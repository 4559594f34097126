package dev.bailiwick.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Certificates made by the JDK's own tool, so that none ever expires in the sources.
final class SelfSigned {
    private final Path directory;

    SelfSigned(Path directory) {
        this.directory = directory;
    }

    /// A self-signed certificate.
    X509Certificate certificate(String subject, String alternativeNames) throws IOException, InterruptedException {
        var store = directory.resolve("store.p12");
        var file = directory.resolve("certificate.pem");
        Files.deleteIfExists(store);
        keytool("-genkeypair", "-alias", "it", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", subject,
                "-validity",
                "2", "-keystore", store.toString(), "-storepass", "changeit", "-ext", "san=" + alternativeNames);
        keytool("-exportcert", "-rfc", "-alias", "it", "-keystore", store.toString(), "-storepass", "changeit",
                "-file", file.toString());
        try (var in = Files.newInputStream(file)) {
            return (X509Certificate) CertificateFactory.getInstance("X.509").generateCertificate(in);
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void keytool(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("keytool failed: " + said);
        }
    }
}
