package dev.bailiwick.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;

/// A certificate that signed itself, in PEM files, made by the tool of the JDK that runs.
record TestCertificate(Path chain, Path key) {
    private static final String PASSWORD = "secret";

    static TestCertificate make(Path directory, String host) throws Exception {
        var store = directory.resolve(host + ".p12");
        run(Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), "-genkeypair", "-alias", "it",
                "-keyalg",
                "EC", "-groupname", "secp256r1", "-dname", "CN=" + host, "-ext", "san=dns:" + host, "-validity", "2",
                "-storetype", "PKCS12", "-keystore", store.toString(), "-storepass", PASSWORD);
        var keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        return new TestCertificate(
                pem(directory.resolve(host + ".pem"), "CERTIFICATE", keys.getCertificate("it").getEncoded()),
                pem(directory.resolve(host + ".key"), "PRIVATE KEY",
                        keys.getKey("it", PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(Path file, String what, byte[] bytes) throws IOException {
        var text = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(bytes);
        return Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n");
    }

    private static void run(String... command) throws IOException, InterruptedException {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalStateException(said);
        }
    }
}
