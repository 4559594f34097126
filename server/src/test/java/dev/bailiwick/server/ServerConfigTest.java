package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bailiwick.placement.RoutingRule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerConfigTest {
    @TempDir
    Path directory;

    private static ServerConfig read(String... arguments) {
        return ServerConfig.read(List.of(arguments), Map.of());
    }

    private static List<String> problems(Map<String, String> environment, String... arguments) {
        try {
            ServerConfig.read(List.of(arguments), environment);
            return List.of();
        } catch (InvalidConfigException e) {
            return e.problems();
        }
    }

    private Path file(String content) throws IOException {
        return Files.writeString(directory.resolve("server.yaml"), content);
    }

    @Test
    void everySettingHasItsNamesAndItsStandardValue() {
        var table = Settings.ALL.stream().map(setting -> String.join(" | ", setting.name(), setting.environment(),
                setting.flag(), setting.standard())).collect(Collectors.joining("\n"));

        assertThat(table).isEqualTo(
                """
                        data | BAILIWICK_DATA | --data |\s
                        shards | BAILIWICK_SHARDS | --shards |\s
                        partitions | BAILIWICK_PARTITIONS | --partitions |\s
                        routingRule | BAILIWICK_ROUTING_RULE | --routing-rule |\s
                        memory | BAILIWICK_MEMORY | --memory | 512 MiB
                        listen | BAILIWICK_LISTEN | --listen | 127.0.0.1:4821
                        tls.certificate | BAILIWICK_TLS_CERTIFICATE | --tls-certificate |\s
                        tls.key | BAILIWICK_TLS_KEY | --tls-key |\s
                        tls.clientCertificates | BAILIWICK_TLS_CLIENT_CERTIFICATES | --tls-client-certificates |\s
                        tls.requireClientCertificate | BAILIWICK_TLS_REQUIRE_CLIENT_CERTIFICATE | --tls-require-client-certificate | false
                        auth.keysFile | BAILIWICK_AUTH_KEYS_FILE | --auth-keys-file |\s
                        auth.anonymous | BAILIWICK_AUTH_ANONYMOUS | --auth-anonymous | false
                        auth.anonymousOffLoopback | BAILIWICK_AUTH_ANONYMOUS_OFF_LOOPBACK | --auth-anonymous-off-loopback | false
                        auth.certificateIdentities | BAILIWICK_AUTH_CERTIFICATE_IDENTITIES | --auth-certificate-identities |\s
                        metrics.address | BAILIWICK_METRICS_ADDRESS | --metrics-address | 127.0.0.1:4822
                        log.level | BAILIWICK_LOG_LEVEL | --log-level | info
                        log.format | BAILIWICK_LOG_FORMAT | --log-format | json
                        shutdown.graceMs | BAILIWICK_SHUTDOWN_GRACE_MS | --shutdown-grace-ms | 10000
                        limits.maxMessageBytes | BAILIWICK_LIMITS_MAX_MESSAGE_BYTES | --limits-max-message-bytes | 8 MiB
                        limits.maxMetadataBytes | BAILIWICK_LIMITS_MAX_METADATA_BYTES | --limits-max-metadata-bytes | 32 KiB
                        limits.maxConnections | BAILIWICK_LIMITS_MAX_CONNECTIONS | --limits-max-connections | 1000
                        limits.maxConnectionCalls | BAILIWICK_LIMITS_MAX_CONNECTION_CALLS | --limits-max-connection-calls | 1000
                        limits.maxConnectionStreams | BAILIWICK_LIMITS_MAX_CONNECTION_STREAMS | --limits-max-connection-streams | 16
                        limits.maxConnectionSubscriptions | BAILIWICK_LIMITS_MAX_CONNECTION_SUBSCRIPTIONS | --limits-max-connection-subscriptions | 100
                        limits.maxRunningCalls | BAILIWICK_LIMITS_MAX_RUNNING_CALLS | --limits-max-running-calls | 200
                        limits.maxStreamRequests | BAILIWICK_LIMITS_MAX_STREAM_REQUESTS | --limits-max-stream-requests | 8192
                        limits.maxStreamBytes | BAILIWICK_LIMITS_MAX_STREAM_BYTES | --limits-max-stream-bytes | 32 MiB
                        limits.keepAliveTimeMs | BAILIWICK_LIMITS_KEEP_ALIVE_TIME_MS | --limits-keep-alive-time-ms | 60000
                        limits.keepAliveTimeoutMs | BAILIWICK_LIMITS_KEEP_ALIVE_TIMEOUT_MS | --limits-keep-alive-timeout-ms | 20000
                        limits.minClientKeepAliveMs | BAILIWICK_LIMITS_MIN_CLIENT_KEEP_ALIVE_MS | --limits-min-client-keep-alive-ms | 10000
                        limits.maxConnectionIdleMs | BAILIWICK_LIMITS_MAX_CONNECTION_IDLE_MS | --limits-max-connection-idle-ms | 3600000
                        limits.handshakeTimeoutMs | BAILIWICK_LIMITS_HANDSHAKE_TIMEOUT_MS | --limits-handshake-timeout-ms | 10000""");
    }

    @Test
    void withADirectoryAloneEverythingIsStandard() {
        var config = read("--data", "d");

        assertThat(config.engine().directory()).isEqualTo(Path.of("d"));
        assertThat(config.engine().shards()).isEmpty();
        assertThat(config.engine().partitions()).isEmpty();
        assertThat(config.engine().routingRule()).isEmpty();
        assertThat(config.engine().memoryBytes()).isEqualTo(512L << 20);
        assertThat(config.listen().getAddress().isLoopbackAddress()).isTrue();
        assertThat(config.listen().getPort()).isEqualTo(4821);
        assertThat(config.tls()).isEmpty();
        assertThat(config.keysFile()).isEqualTo(Path.of("d/api-keys"));
        assertThat(config.rules()).isEqualTo(AccessRules.KEYS_ONLY);
        assertThat(config.limits()).isEqualTo(ServerLimits.DEFAULT);
        assertThat(config.metrics().orElseThrow().getPort()).isEqualTo(4822);
        assertThat(config.log()).isEqualTo(new ServerConfig.LogConfig("info", "json"));
        assertThat(config.shutdownGrace()).isEqualTo(Duration.ofSeconds(10));
    }

    @Test
    void flagsComeBeforeTheEnvironmentAndThatBeforeTheFile() throws IOException {
        var file = file("""
                data: from-file
                memory: 256 MiB
                log: {level: error}
                shutdown:
                  graceMs: 1
                """);
        var environment = Map.of("BAILIWICK_CONFIG", file.toString(), "BAILIWICK_MEMORY", "300m",
                "BAILIWICK_LOG_LEVEL", "warn");

        var config = ServerConfig.read(List.of("--log-level=debug"), environment);

        assertThat(config.engine().directory()).isEqualTo(Path.of("from-file"));
        assertThat(config.engine().memoryBytes()).isEqualTo(300L << 20);
        assertThat(config.log().level()).isEqualTo("debug");
        assertThat(config.shutdownGrace()).isEqualTo(Duration.ofMillis(1));
        assertThat(config.lines()).contains(
                "data                              = from-file (" + file + ")",
                "memory                            = 300m (BAILIWICK_MEMORY)",
                "log.level                         = debug (--log-level)",
                "log.format                        = json (default)");
    }

    @Test
    void everySettingCanBeSaidInEachPlace() throws IOException {
        for (var setting : Settings.ALL) {
            var text = switch (setting.type()) {
                case SettingType.Flag ignored -> "false";
                case SettingType.Choice choice -> choice.values().getFirst();
                case SettingType.Address ignored -> "127.0.0.1:1";
                case SettingType.Bytes bytes -> Long.toString(bytes.most());
                case SettingType.WholeNumber number -> Long.toString(number.least());
                case SettingType.Text ignored -> file("data: x").toString();
                case SettingType.Texts ignored -> "dns:x => y, *, all";
            };
            var asTwo = setting.type() instanceof SettingType.Flag
                    ? List.of(setting.flag() + "=" + text)
                    : List.of(setting.flag(), text);
            for (var values : List.of(ConfigValues.gather(asTwo, Map.of()),
                    ConfigValues.gather(List.of(setting.flag() + "=" + text), Map.of()),
                    ConfigValues.gather(List.of(), Map.of(setting.environment(), text)),
                    ConfigValues.gather(List.of("--config", file(setting.name() + ": \"" + text + "\"").toString()),
                            Map.of()))) {
                assertThat(values.problems()).isEmpty();
                assertThat(values.said(setting).text()).isEqualTo(text);
                assertThat(values.value(setting)).isPresent();
            }
        }
    }

    @Test
    void allProblemsAreToldAtOnce() throws IOException {
        var file = file("""
                memory: much
                listn: localhost:1
                tls.certificate: missing.pem
                """);

        var problems = problems(Map.of("BAILIWICK_SHARDS", "0", "BAILIWICK_LISEN", "x"), "--config", file.toString(),
                "--log-levle", "info", "--auth-anonymous-off-loopback", "--limits-max-connections=many");

        assertThat(problems).anyMatch(it -> it.startsWith("data (default) is missing"))
                .contains("memory (" + file + ") is a whole number, not 'much'",
                        "there is no setting listn (" + file + "); did you mean listen?",
                        "shards (BAILIWICK_SHARDS) is 1 to 64, not 0",
                        "there is no variable BAILIWICK_LISEN; did you mean BAILIWICK_LISTEN?",
                        "there is no option --log-levle; did you mean --log-level?",
                        "auth.anonymousOffLoopback (--auth-anonymous-off-loopback) needs auth.anonymous too",
                        "limits.maxConnections (--limits-max-connections) is a whole number, not 'many'",
                        "tls.certificate (" + file + ") needs tls.key too")
                .anyMatch(it -> it.contains("names the file missing.pem"));
    }

    @Test
    void anonymousAccessIsForLoopbackUnlessItIsSaidTwice() {
        assertThat(problems(Map.of(), "--data=d", "--auth-anonymous", "--listen=127.0.0.1:0")).isEmpty();
        assertThat(problems(Map.of(), "--data=d", "--auth-anonymous", "--listen=[::1]:0")).isEmpty();
        assertThat(problems(Map.of(), "--data=d", "--auth-anonymous", "--listen=0.0.0.0:0")).singleElement().asString()
                .contains("auth.anonymousOffLoopback");
        assertThat(problems(Map.of(), "--data=d", "--auth-anonymous", "--listen=192.0.2.1:0")).hasSize(1);
        assertThat(problems(Map.of(), "--data=d", "--auth-anonymous", "--auth-anonymous-off-loopback",
                "--listen=0.0.0.0:0")).isEmpty();
    }

    @Test
    void theStoreToCreateIsDescribedWhole() {
        var engine = read("--data=d", "--shards=4", "--partitions=8", "--routing-rule=org-id").engine();

        assertThat(engine.shards()).hasValue(4);
        assertThat(engine.partitions()).hasValue(8);
        assertThat(engine.routingRule()).contains(RoutingRule.ORG_ID);
        assertThat(problems(Map.of(), "--data=d", "--shards=4", "--partitions=9")).singleElement().asString()
                .startsWith("partitions (--partitions) is wrong: ");
    }

    @Test
    void identitiesComeAsAListOrOneByOne() throws IOException {
        var pem = file("").toString();
        var tls = new String[]{"--data=d", "--tls-certificate=" + pem, "--tls-key=" + pem,
                "--tls-client-certificates=" + pem, "--auth-certificate-identities", "dns:a => a, *, all",
                "--auth-certificate-identities", "dns:b => b, acme, read"};

        assertThat(read(tls).rules().identities()).extracting(CertificateIdentity::name).containsExactly("a", "b");
        assertThat(problems(Map.of("BAILIWICK_AUTH_CERTIFICATE_IDENTITIES", "dns:a => a, *, all; rubbish"),
                "--data=d")).hasSize(2).anyMatch(it -> it.contains("not 'rubbish'"))
                .anyMatch(it -> it.contains("needs tls.clientCertificates"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[1, 2]", "a: &x {b: 1}\nc: *x\nd: *x", "data: x\ndata: y", "data: [", "\tdata: x", "- 1",
            "data: !!java.lang.Runtime {}", "log: {level: info}\nlog.level: debug"})
    void aFileThatIsNotATableOfTextsIsRefused(String content) throws IOException {
        assertThat(problems(Map.of(), "--data=d", "--config", file(content).toString())).isNotEmpty();
    }

    @Test
    void aFileThatIsTooLargeOrMissingIsRefused() throws IOException {
        var large = file("#".repeat(ConfigFile.MAX_BYTES + 1)).toString();

        assertThat(problems(Map.of(), "--data=d", "--config", large)).singleElement().asString().contains("1048576");
        assertThat(problems(Map.of(), "--data=d", "--config", "nowhere.yaml")).singleElement().asString()
                .contains("nowhere.yaml cannot be read");
        assertThat(problems(Map.of(), "--data=d", "--config")).isNotEmpty();
        assertThat(problems(Map.of(), "--data=d", "--config", file("").toString())).isEmpty();
    }

    @Test
    void noMeansNoAndNotFalse() throws IOException {
        assertThat(ConfigFile.read(file("data: no\nshards: 010"))).containsEntry("data", "no")
                .containsEntry("shards", "010");
    }

    @ParameterizedTest
    @CsvSource({"134217728, 134217728", "128M, 134217728", "128 MiB, 134217728", "1G, 1073741824", "1gb, 1073741824",
            "131_072K, 134217728"})
    void bytesAreReadWithAUnit(String text, long bytes) {
        assertThat(new SettingType.Bytes(1, 1L << 40).parse(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MiB", "1.5G", "-1", "99999999T", "9223372036854775807", "1X"})
    void otherBytesAreNot(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SettingType.Bytes(1, 1L << 40).parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", ":1", "::1:80", "localhost:x", "localhost:70000", "no.such.host.invalid:1"})
    void anAddressThatCannotBeUsedIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> new SettingType.Address(false).parse(text));
    }

    @Test
    void metricsCanBeSwitchedOff() {
        assertThat(read("--data=d", "--metrics-address=none").metrics()).isEmpty();
        assertThatExceptionOfType(InvalidConfigException.class).isThrownBy(() -> read("--data=d", "--listen=none"));
    }

    @Test
    void aSecretIsPrintedAsStars() {
        var secret = new Setting("data", Settings.DATA.type(), "", "", true);
        var values = ConfigValues.gather(List.of("--data=hunter2"), Map.of());

        var shown = EffectiveLines.of(List.of(secret), new ConfigValues(Map.of(secret, values.said(Settings.DATA))));

        assertThat(shown).containsExactly("data = *** (--data)");
    }

    @Test
    void whatIsMeantIsFound() {
        var names = Settings.ALL.stream().map(Setting::name).toList();

        assertThat(Nearest.to("tls.cert", names)).isEmpty();
        assertThat(Nearest.to("tls.certficate", names)).contains("tls.certificate");
        assertThat(Nearest.to("Limits.MaxConnection", names)).contains("limits.maxConnections");
        assertThat(Nearest.distance("kitten", "sitting")).isEqualTo(3);
    }
}
