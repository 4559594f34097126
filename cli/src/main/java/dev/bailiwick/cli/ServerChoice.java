package dev.bailiwick.cli;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.client.ClientTls;
import dev.bailiwick.store.CompactableStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options that name a server, and say how to speak to it.
final class ServerChoice {
    static final String VARIABLE = "BAILIWICK_SERVER";
    static final String KEY_VARIABLE = "BAILIWICK_API_KEY_FILE";
    private static final int MAX_KEY_BYTES = 4_096;

    @Option(names = "--server", paramLabel = "HOST:PORT", //
            description = "The server that has the store open, instead of --data. Default: the variable " + VARIABLE
                    + ".")
    private @Nullable String server;

    @Option(names = "--api-key-file", paramLabel = "FILE", //
            description = "A file that holds the API key for the server, and nothing else. Default: the variable "
                    + KEY_VARIABLE + ".")
    private @Nullable Path apiKeyFile;

    @Option(names = "--tls", description = "Speak TLS, with a server that the Java runtime trusts.")
    private boolean tls;

    @Option(names = "--tls-trust", paramLabel = "FILE", //
            description = "Speak TLS, with a server whose certificate one of these signed; PEM.")
    private @Nullable Path tlsTrust;

    @Option(names = "--tls-certificate", paramLabel = "FILE", //
            description = "Speak TLS, and show this certificate; PEM. Goes with --tls-key.")
    private @Nullable Path tlsCertificate;

    @Option(names = "--tls-key", paramLabel = "FILE", description = "The private key of the certificate; PEM, PKCS#8.")
    private @Nullable Path tlsKey;

    @Option(names = "--timeout", paramLabel = "SECONDS", converter = WholeNumber.class, //
            description = "How long to try to reach the server, and to wait for an answer, 1 to 3600."
                    + " Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds = 10;

    /// The server that an option names.
    Optional<String> given() {
        return Optional.ofNullable(server);
    }

    /// Whether options say how to speak to a server.
    boolean hasDetails() {
        return apiKeyFile != null || speaksTls();
    }

    CompactableStore connect(String address, Surroundings surroundings) throws IOException {
        var options = options(surroundings);
        return BadInput.refusing("", () -> BailiwickClient.connect(address, options));
    }

    private ClientOptions options(Surroundings surroundings) throws IOException {
        if (timeoutSeconds < 1 || timeoutSeconds > 3_600) {
            throw new BadInput("the timeout is 1 to 3600 seconds, not " + timeoutSeconds);
        }
        var options = ClientOptions.DEFAULT.withDeadline(Duration.ofSeconds(timeoutSeconds));
        if (speaksTls()) {
            options = options.withTls(encryption());
        }
        var keyFile = Optional.ofNullable(apiKeyFile).or(() -> surroundings.variable(KEY_VARIABLE).map(Path::of));
        if (keyFile.isPresent()) {
            var key = key(keyFile.get());
            var before = options;
            options = BadInput.refusing("the file " + keyFile.get() + " holds no key: ", () -> before.withApiKey(key));
        }
        return options;
    }

    private boolean speaksTls() {
        return tls || tlsTrust != null || tlsCertificate != null || tlsKey != null;
    }

    private ClientTls encryption() {
        var encryption = tlsTrust == null ? ClientTls.systemTrust() : ClientTls.trusting(tlsTrust);
        if (tlsCertificate != null && tlsKey != null) {
            return encryption.withIdentity(tlsCertificate, tlsKey);
        }
        if (tlsCertificate != null || tlsKey != null) {
            throw new BadInput("a certificate and its key go together: give --tls-certificate and --tls-key");
        }
        return encryption;
    }

    private static String key(Path file) throws IOException {
        if (!Files.isReadable(file)) {
            throw new BadInput("the file of the API key, " + file + ", cannot be read");
        }
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MAX_KEY_BYTES), StandardCharsets.UTF_8).strip();
        }
    }
}
