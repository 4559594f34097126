package dev.bailiwick.server;

import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.placement.PartitionMap;
import dev.bailiwick.placement.RoutingRule;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/// Everything a server is told, checked as a whole before anything is opened.
///
/// @param keysFile the file of API keys
/// @param rules who is let in without a key
/// @param metrics where metrics and health are answered; empty for nowhere
/// @param lines what is printed at the start: each setting with its value and where that was said
record ServerConfig(EngineOptions engine, InetSocketAddress listen, Optional<ServerTls> tls, Path keysFile,
        AccessRules rules, ServerLimits limits, Optional<InetSocketAddress> metrics, LogConfig log,
        Duration shutdownGrace, List<String> lines) {

    /// How the log is written.
    record LogConfig(String level, String format) {}

    /// @throws InvalidConfigException with everything that is wrong
    static ServerConfig read(List<String> arguments, Map<String, String> environment) {
        return new Reading(ConfigValues.gather(arguments, environment)).config();
    }

    /// One attempt to understand the values. Every part is looked at, whatever is wrong with the ones before.
    private record Reading(ConfigValues values) {

        ServerConfig config() {
            var data = values.path(Settings.DATA);
            if (data.isEmpty()) {
                values.problem(Settings.DATA, "is missing: say where the store lives, with " + Settings.DATA.flag()
                        + ", " + Settings.DATA.environment() + " or in a file");
            }
            var directory = data.orElse(Path.of("."));
            var engine = engine(directory);
            var tls = tls();
            var listen = values.value(Settings.LISTEN, InetSocketAddress.class);
            var rules = rules(listen, tls);
            var limits = limits();
            var metrics = values.value(Settings.METRICS_ADDRESS, InetSocketAddress.class);
            var log = new LogConfig(choice(Settings.LOG_LEVEL), choice(Settings.LOG_FORMAT));
            var grace = Duration.ofMillis(values.number(Settings.GRACE));
            var keysFile = values.path(Settings.KEYS_FILE).orElse(directory.resolve("api-keys"));
            if (!values.problems().isEmpty() || engine.isEmpty() || listen.isEmpty() || limits.isEmpty()) {
                throw new InvalidConfigException(values.problems());
            }
            return new ServerConfig(engine.get(), listen.get(), tls, keysFile, rules, limits.get(), metrics, log,
                    grace, EffectiveLines.of(Settings.ALL, values));
        }

        private String choice(Setting setting) {
            return values.value(setting, String.class).orElse(setting.standard());
        }

        private Optional<EngineOptions> engine(Path directory) {
            var shards = values.value(Settings.SHARDS, Long.class);
            var partitions = values.value(Settings.PARTITIONS, Long.class);
            if (shards.isPresent() && partitions.isPresent()) {
                values.converted(Settings.PARTITIONS, partitions.get(),
                        count -> PartitionMap.initial(0, shards.get().intValue(), count.intValue()));
            }
            var rule = values.value(Settings.ROUTING_RULE, String.class).map(RoutingRule::parse);
            return values.converted(Settings.MEMORY, values.number(Settings.MEMORY), memory -> {
                var plain = EngineOptions.at(directory).withMemoryBytes(memory);
                return new EngineOptions(directory, optionalInt(shards), optionalInt(partitions), rule,
                        plain.segmentBytes(), plain.memoryBytes(), plain.commandWindow(), plain.commandBytes(),
                        plain.queueRequests(), plain.queueBytes(), plain.appendWait(), plain.clock(),
                        plain.compactionBytesPerSecond());
            });
        }

        private static OptionalInt optionalInt(Optional<Long> number) {
            return number.map(value -> OptionalInt.of(value.intValue())).orElse(OptionalInt.empty());
        }

        private Optional<ServerTls> tls() {
            var certificate = readable(Settings.TLS_CERTIFICATE);
            var key = readable(Settings.TLS_KEY);
            var clients = readable(Settings.TLS_CLIENTS);
            boolean require = values.flag(Settings.TLS_REQUIRE);
            needs(Settings.TLS_CERTIFICATE, certificate.isPresent(), Settings.TLS_KEY, key.isPresent());
            needs(Settings.TLS_KEY, key.isPresent(), Settings.TLS_CERTIFICATE, certificate.isPresent());
            needs(Settings.TLS_CLIENTS, clients.isPresent(), Settings.TLS_CERTIFICATE, certificate.isPresent());
            needs(Settings.TLS_REQUIRE, require, Settings.TLS_CLIENTS, clients.isPresent());
            return certificate.isPresent() && key.isPresent() && (!require || clients.isPresent())
                    ? Optional.of(new ServerTls(certificate.get(), key.get(), clients, require))
                    : Optional.empty();
        }

        private void needs(Setting setting, boolean isSaid, Setting needed, boolean isThere) {
            if (isSaid && !isThere) {
                values.problem(setting, "needs " + needed.name() + " too");
            }
        }

        private Optional<Path> readable(Setting setting) {
            var path = values.path(setting);
            path.filter(file -> !Files.isRegularFile(file) || !Files.isReadable(file))
                    .ifPresent(file -> values.problem(setting, "names the file " + file
                            + ", which is not there or cannot be read"));
            return path;
        }

        private AccessRules rules(Optional<InetSocketAddress> listen, Optional<ServerTls> tls) {
            boolean anonymous = values.flag(Settings.ANONYMOUS);
            boolean far = values.flag(Settings.ANONYMOUS_FAR);
            boolean loopback = listen.isEmpty() || listen.get().getAddress().isLoopbackAddress();
            if (anonymous && !far && !loopback) {
                values.problem(Settings.ANONYMOUS, "is for a loopback address, and listen is "
                        + values.said(Settings.LISTEN).text() + "; give out keys, or set "
                        + Settings.ANONYMOUS_FAR.name() + " if anybody who reaches the port may do everything");
            }
            needs(Settings.ANONYMOUS_FAR, far, Settings.ANONYMOUS, anonymous);
            @SuppressWarnings("unchecked") // the table says so
            var texts = (List<String>) values.value(Settings.IDENTITIES).orElse(List.of());
            var identities = texts.stream()
                    .flatMap(text -> values.converted(Settings.IDENTITIES, text, CertificateIdentity::parse).stream())
                    .toList();
            needs(Settings.IDENTITIES, !texts.isEmpty(), Settings.TLS_CLIENTS,
                    tls.flatMap(ServerTls::clientCertificates).isPresent());
            return new AccessRules(identities, anonymous, far);
        }

        private Optional<ServerLimits> limits() {
            return values.converted(Settings.MAX_MESSAGE_BYTES, values, it -> new ServerLimits(
                    whole(Settings.MAX_MESSAGE_BYTES), whole(Settings.MAX_METADATA_BYTES),
                    whole(Settings.MAX_CONNECTIONS), whole(Settings.MAX_CONNECTION_CALLS),
                    whole(Settings.MAX_CONNECTION_STREAMS), whole(Settings.MAX_CONNECTION_SUBSCRIPTIONS),
                    whole(Settings.MAX_RUNNING_CALLS), whole(Settings.MAX_STREAM_REQUESTS),
                    whole(Settings.MAX_STREAM_BYTES), millis(Settings.KEEP_ALIVE_TIME),
                    millis(Settings.KEEP_ALIVE_TIMEOUT), millis(Settings.MIN_CLIENT_KEEP_ALIVE),
                    millis(Settings.MAX_CONNECTION_IDLE), millis(Settings.HANDSHAKE_TIMEOUT)));
        }

        private int whole(Setting setting) {
            return Math.toIntExact(values.number(setting));
        }

        private Duration millis(Setting setting) {
            return Duration.ofMillis(values.number(setting));
        }
    }
}
