package dev.bailiwick.server;

import dev.bailiwick.client.ClientTls;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/// Certificates made for this run by the keytool of the running JDK, in PEM files: an authority, a server and a client that it signed, and
/// a stranger who signed itself.
final class TestCertificates {
    private static final String PASSWORD = "changeit";

    private final Path directory;

    private TestCertificates(Path directory) {
        this.directory = directory;
    }

    /// The same for all tests of a run, since making them takes a while.
    static TestCertificates get() {
        return Holder.INSTANCE;
    }

    ServerTls server() {
        return ServerTls.of(file("server.crt"), file("server.key")).requiringClients(file("authority.crt"));
    }

    ServerTls serverWithoutClients() {
        return ServerTls.of(file("server.crt"), file("server.key"));
    }

    ClientTls client() {
        return trusting().withIdentity(file("client.crt"), file("client.key"));
    }

    ClientTls trusting() {
        return ClientTls.trusting(file("authority.crt"));
    }

    ClientTls stranger() {
        return trusting().withIdentity(file("stranger.crt"), file("stranger.key"));
    }

    ClientTls trustingTheStranger() {
        return ClientTls.trusting(file("stranger.crt"));
    }

    Path file(String name) {
        return directory.resolve(name);
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
        keytool("-genkeypair", "-alias", "authority", "-dname", "CN=Test Authority", "-ext", "bc:c=ca:true");
        keytool("-genkeypair", "-alias", "server", "-dname", "CN=localhost", "-signer", "authority", "-ext",
                "san=dns:localhost,ip:127.0.0.1");
        keytool("-genkeypair", "-alias", "client", "-dname", "CN=Test Client", "-signer", "authority");
        keytool("-genkeypair", "-alias", "stranger", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
        var keys = KeyStore.getInstance(file("keys.p12").toFile(), PASSWORD.toCharArray());
        for (var name : List.of("authority", "server", "client", "stranger")) {
            write(name + ".crt", "CERTIFICATE", certificate(keys, name).getEncoded());
            write(name + ".key", "PRIVATE KEY", key(keys, name).getEncoded());
        }
    }

    private static Certificate certificate(KeyStore keys, String name) throws GeneralSecurityException {
        var chain = keys.getCertificateChain(name);
        return chain[0];
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

    private void keytool(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(List.of(arguments));
        command.addAll(List.of("-keyalg", "EC", "-validity", "2", "-keystore", file("keys.p12").toString(),
                "-storetype", "PKCS12", "-storepass", PASSWORD));
        var process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IllegalStateException("keytool failed: " + command);
        }
        file("keys.p12").toFile().deleteOnExit();
    }
}
