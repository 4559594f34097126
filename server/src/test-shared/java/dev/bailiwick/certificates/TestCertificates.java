package dev.bailiwick.certificates;

import dev.bailiwick.client.ClientTls;
import dev.bailiwick.server.ServerTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// Certificates made for this run by the keytool of the running JDK, in PEM files, so that none ever expires in the sources: an authority, a
/// server and a client that it signed, and a stranger who signed itself. Thread-safe.
public final class TestCertificates {
    /// Whose certificate the client has.
    public static final String CLIENT_SUBJECT = "CN=Test Client";
    private static final String PASSWORD = "changeit";

    private final Path directory;

    private TestCertificates(Path directory) {
        this.directory = directory;
    }

    /// The same for all tests of a run, since making them takes a while.
    public static TestCertificates get() {
        return Holder.INSTANCE;
    }

    public ServerTls server() {
        return serverWithoutClients().requiringClients(file("authority.crt"));
    }

    public ServerTls serverWithoutClients() {
        return ServerTls.of(file("server.crt"), file("server.key"));
    }

    public ClientTls client() {
        return trusting().withIdentity(file("client.crt"), file("client.key"));
    }

    public ClientTls trusting() {
        return ClientTls.trusting(file("authority.crt"));
    }

    public ClientTls stranger() {
        return trusting().withIdentity(file("stranger.crt"), file("stranger.key"));
    }

    public ClientTls trustingTheStranger() {
        return ClientTls.trusting(file("stranger.crt"));
    }

    /// Such as `client.crt` and `client.key`.
    public Path file(String name) {
        return directory.resolve(name);
    }

    /// Another one that signed itself.
    public X509Certificate selfSigned(String subject, String alternativeNames) {
        try {
            var keys = file(UUID.randomUUID() + ".p12");
            keytool(keys, "-genkeypair", "-alias", "it", "-dname", subject, "-ext", "san=" + alternativeNames);
            return certificate(open(keys), "it");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class Holder {
        private static final TestCertificates INSTANCE = make();
    }

    private static TestCertificates make() {
        try {
            var made = new TestCertificates(Files.createTempDirectory("certificates"));
            made.directory.toFile().deleteOnExit();
            made.generate();
            return made;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (GeneralSecurityException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void generate() throws IOException, InterruptedException, GeneralSecurityException {
        var file = file("keys.p12");
        keytool(file, "-genkeypair", "-alias", "authority", "-dname", "CN=Test Authority", "-ext", "bc:c=ca:true");
        keytool(file, "-genkeypair", "-alias", "server", "-dname", "CN=localhost", "-signer", "authority", "-ext",
                "san=dns:localhost,ip:127.0.0.1");
        keytool(file, "-genkeypair", "-alias", "client", "-dname", CLIENT_SUBJECT, "-signer", "authority");
        keytool(file, "-genkeypair", "-alias", "stranger", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        var keys = open(file);
        for (var name : List.of("authority", "server", "client", "stranger")) {
            write(name + ".crt", "CERTIFICATE", certificate(keys, name).getEncoded());
            write(name + ".key", "PRIVATE KEY", key(keys, name).getEncoded());
        }
    }

    private static KeyStore open(Path keys) throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(keys.toFile(), PASSWORD.toCharArray());
    }

    private static X509Certificate certificate(KeyStore keys, String name) throws GeneralSecurityException {
        return (X509Certificate) keys.getCertificateChain(name)[0];
    }

    private static Key key(KeyStore keys, String name) throws GeneralSecurityException {
        var key = keys.getKey(name, PASSWORD.toCharArray());
        if (key == null) {
            throw new IllegalStateException("keytool made no key " + name);
        }
        return key;
    }

    private void write(String name, String what, byte[] content) throws IOException {
        var text = Base64.getMimeEncoder(64, new byte[]{'\n'}).encodeToString(content);
        Files.writeString(file(name), "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
        file(name).toFile().deleteOnExit();
    }

    private static void keytool(Path keys, String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keyalg", "EC", "-validity", "2", "-keystore", keys.toString(), "-storetype", "PKCS12",
                "-storepass", PASSWORD));
        keys.toFile().deleteOnExit();
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("keytool failed: " + command + ": " + said);
        }
    }
}
