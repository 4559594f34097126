package dev.bailiwick.server;

import java.util.List;
import java.util.Optional;

/// The one table of settings. Parsing, the names in the environment and on the command line, what is printed at the start, the help and the
/// table in `docs/server.md` all come from it.
final class Settings {
    private static final SettingType PATH = new SettingType.Text("path");
    private static final SettingType FLAG = new SettingType.Flag();
    private static final SettingType COUNT = new SettingType.WholeNumber(1, 1_000_000);
    private static final SettingType MILLIS = new SettingType.WholeNumber(1_000, 86_400_000);

    static final Setting DATA = Setting.of("data", PATH, "", "the directory of the store; required");
    static final Setting SHARDS = Setting.of("shards", new SettingType.WholeNumber(1, 64), "",
            "shards of a store that is created; one for each core if nothing is said");
    static final Setting PARTITIONS = Setting.of("partitions", new SettingType.WholeNumber(1, 65_536), "",
            "partitions of a store that is created, a multiple of the shards; the usual count if nothing is said");
    static final Setting ROUTING_RULE = Setting.of("routingRule",
            new SettingType.Choice(List.of("org_id", "aggregate_type_id", "aggregate_id")), "",
            "routing rule of a store that is created; aggregate_id if nothing is said");
    static final Setting MEMORY = Setting.of("memory", new SettingType.Bytes(128L << 20, 1L << 40), "512 MiB",
            "index and caches of the store, on the heap and outside of it");
    static final Setting LISTEN = Setting.of("listen", new SettingType.Address(false), "127.0.0.1:4821",
            "where calls are taken; 0.0.0.0 or [::] for every network of the machine");
    static final Setting TLS_CERTIFICATE = Setting.of("tls.certificate", PATH, "",
            "the server's certificate and those that signed it, PEM");
    static final Setting TLS_KEY = Setting.of("tls.key", PATH, "", "its private key, PEM, PKCS#8, not encrypted");
    static final Setting TLS_CLIENTS = Setting.of("tls.clientCertificates", PATH, "",
            "certificates of those who may sign the certificates of clients, PEM");
    static final Setting TLS_REQUIRE = Setting.of("tls.requireClientCertificate", FLAG, "false",
            "whether a client without a certificate is turned away");
    static final Setting KEYS_FILE = Setting.of("auth.keysFile", PATH, "",
            "the file of API keys; api-keys in the data directory if nothing is said");
    static final Setting ANONYMOUS = Setting.of("auth.anonymous", FLAG, "false",
            "whether callers without credentials may do everything; on a loopback address only");
    static final Setting ANONYMOUS_FAR = Setting.of("auth.anonymousOffLoopback", FLAG, "false",
            "whether that holds on every other address too: anybody who reaches the port may then do everything");
    static final Setting IDENTITIES = Setting.of("auth.certificateIdentities", new SettingType.Texts("list"), "",
            "who client certificates stand for: subject:CN=… => name, org, rights");
    static final Setting METRICS_ADDRESS = Setting.of("metrics.address", new SettingType.Address(true),
            "127.0.0.1:4822", "where /metrics, /health and /ready are answered, to anybody");
    static final Setting LOG_LEVEL = Setting.of("log.level",
            new SettingType.Choice(List.of("error", "warn", "info", "debug")), "info",
            "what is logged; debug has a line for each call");
    static final Setting LOG_FORMAT = Setting.of("log.format", new SettingType.Choice(List.of("json", "text")), "json",
            "one JSON object a line, or plain text");
    static final Setting GRACE = Setting.of("shutdown.graceMs", new SettingType.WholeNumber(0, 600_000), "10000",
            "how long calls may go on when the server is told to stop, in milliseconds");

    static final Setting MAX_MESSAGE_BYTES = Setting.of("limits.maxMessageBytes",
            new SettingType.Bytes(1 << 10, 1 << 28), "8 MiB", "a message to the server");
    static final Setting MAX_METADATA_BYTES = Setting.of("limits.maxMetadataBytes",
            new SettingType.Bytes(1 << 10, 1 << 20), "32 KiB", "the headers of a call");
    static final Setting MAX_CONNECTIONS = Setting.of("limits.maxConnections", COUNT, "1000",
            "connections at once; calls on one more are refused, and it is closed");
    static final Setting MAX_CONNECTION_CALLS = Setting.of("limits.maxConnectionCalls", COUNT, "1000",
            "calls of a connection at once; a client waits with more");
    static final Setting MAX_CONNECTION_STREAMS = Setting.of("limits.maxConnectionStreams", COUNT, "16",
            "append streams of a connection at once");
    static final Setting MAX_CONNECTION_SUBSCRIPTIONS = Setting.of("limits.maxConnectionSubscriptions", COUNT, "100",
            "subscriptions of a connection at once");
    static final Setting MAX_RUNNING_CALLS = Setting.of("limits.maxRunningCalls", COUNT, "200",
            "calls that wait for the store, of all connections; more stand in line");
    static final Setting MAX_STREAM_REQUESTS = Setting.of("limits.maxStreamRequests", COUNT, "8192",
            "appends of a stream without an answer; then no more are taken");
    static final Setting MAX_STREAM_BYTES = Setting.of("limits.maxStreamBytes",
            new SettingType.Bytes(1 << 10, 1 << 30), "32 MiB", "the same in bytes of requests");
    static final Setting KEEP_ALIVE_TIME = Setting.of("limits.keepAliveTimeMs", MILLIS, "60000",
            "after that long without a message the server asks whether the client is there");
    static final Setting KEEP_ALIVE_TIMEOUT = Setting.of("limits.keepAliveTimeoutMs", MILLIS, "20000",
            "for that long it waits for the answer");
    static final Setting MIN_CLIENT_KEEP_ALIVE = Setting.of("limits.minClientKeepAliveMs", MILLIS, "10000",
            "a client that asks more often is disconnected");
    static final Setting MAX_CONNECTION_IDLE = Setting.of("limits.maxConnectionIdleMs", MILLIS, "3600000",
            "a connection without a call is closed after that long");
    static final Setting HANDSHAKE_TIMEOUT = Setting.of("limits.handshakeTimeoutMs", MILLIS, "10000",
            "a connection that does not speak the protocol by then is closed");

    static final List<Setting> ALL = List.of(DATA, SHARDS, PARTITIONS, ROUTING_RULE, MEMORY, LISTEN, TLS_CERTIFICATE,
            TLS_KEY, TLS_CLIENTS, TLS_REQUIRE, KEYS_FILE, ANONYMOUS, ANONYMOUS_FAR, IDENTITIES, METRICS_ADDRESS,
            LOG_LEVEL, LOG_FORMAT, GRACE, MAX_MESSAGE_BYTES, MAX_METADATA_BYTES, MAX_CONNECTIONS, MAX_CONNECTION_CALLS,
            MAX_CONNECTION_STREAMS, MAX_CONNECTION_SUBSCRIPTIONS, MAX_RUNNING_CALLS, MAX_STREAM_REQUESTS,
            MAX_STREAM_BYTES, KEEP_ALIVE_TIME, KEEP_ALIVE_TIMEOUT, MIN_CLIENT_KEEP_ALIVE, MAX_CONNECTION_IDLE,
            HANDSHAKE_TIMEOUT);

    private Settings() {
    }

    static Optional<Setting> named(String name) {
        return ALL.stream().filter(setting -> setting.name().equals(name)).findFirst();
    }

    static Optional<Setting> flagged(String flag) {
        return ALL.stream().filter(setting -> setting.flag().equals(flag)).findFirst();
    }
}
