package dev.bailiwick.server;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.store.EventStore;
import io.grpc.ServerServiceDefinition;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// A server with everything around it, from a configuration: log, metrics and health, store, keys, calls. What was opened is closed in
/// the opposite order, also when a later step fails.
final class RunningServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger(RunningServer.class.getName());

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final Readiness readiness = new Readiness();
    private boolean closed;
    private final ServerConfig config;
    private Optional<MetricsEndpoint> endpoint = Optional.empty();
    private Optional<BailiwickServer> server = Optional.empty();

    private RunningServer(ServerConfig config) {
        this.config = config;
    }

    static RunningServer start(ServerConfig config, PrintStream log) {
        var running = new RunningServer(config);
        try {
            running.open(log);
            return running;
        } catch (RuntimeException e) {
            running.closeAll();
            throw e;
        }
    }

    int port() {
        return server.orElseThrow().port();
    }

    /// All services that it serves.
    List<ServerServiceDefinition> services() {
        return server.orElseThrow().services();
    }

    OptionalInt metricsPort() {
        return endpoint.map(it -> OptionalInt.of(it.port())).orElse(OptionalInt.empty());
    }

    /// Drains and closes. Who closes it again waits until it is closed.
    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            LOG.log(System.Logger.Level.INFO,
                    "stopping; calls may go on for " + config.shutdownGrace().toMillis() + " ms");
            readiness.become(Readiness.State.DRAINING);
            closeAll();
        }
    }

    private void open(PrintStream log) {
        opened.push(ServerLog.install(config.log(), log, System::nanoTime));
        var metrics = keep(new ServerMetrics());
        endpoint = config.metrics().map(address -> keep(MetricsEndpoint.start(address, metrics::scrape, readiness)));
        var keys = LiveKeys.open(config.keysFile(), InstantSource.system(), System::nanoTime);
        var store = keep(Bailiwick.open(config.engine()));
        var access = keep(access(store, keys));
        metrics.watch(store, config.engine().directory());
        server = Optional.of(keep(BailiwickServer.start(new ServerOptions(store, config.listen(), access,
                config.limits(), config.tls(), new LoggedCalls(metrics), config.shutdownGrace()))));
        warn(keys);
        readiness.become(Readiness.State.READY);
        LOG.log(System.Logger.Level.INFO, "serving on " + text(config.listen(), port())
                + (config.tls().isPresent() ? " with TLS" : " in the clear") + endpoint.map(it -> ", metrics on "
                        + text(config.metrics().orElseThrow(), it.port())).orElse(""));
    }

    private GuardedAccess access(EventStore store, LiveKeys keys) {
        var random = new SecureRandom();
        var positionKey = PositionKey.readOrCreate(config.keysFile().resolveSibling("position-key"), random);
        var positions = new SealedPositions(positionKey, store.partitionMap().partitionCount(), random);
        var remarks = new Remarks(System.getLogger(GuardedAccess.class.getName()), System::nanoTime);
        return new GuardedAccess(store, keys, config.rules(), positions, InstantSource.system(), remarks);
    }

    private void warn(LiveKeys keys) {
        boolean far = !config.listen().getAddress().isLoopbackAddress();
        if (config.rules().anonymous()) {
            LOG.log(System.Logger.Level.WARNING, "callers without credentials may do everything"
                    + (far ? ", from wherever they reach this port" : ""));
        } else if (keys.count() == 0 && config.rules().identities().isEmpty()) {
            LOG.log(System.Logger.Level.WARNING, "nobody can call yet: make a key for " + config.keysFile());
        }
        if (far && config.tls().isEmpty()) {
            LOG.log(System.Logger.Level.WARNING,
                    "keys and events travel in the clear: set tls.certificate and tls.key, or encrypt in front of this server");
        }
    }

    private <T extends AutoCloseable> T keep(T resource) {
        opened.push(resource);
        return resource;
    }

    private void closeAll() {
        while (!opened.isEmpty()) {
            var resource = opened.pop();
            if (resource instanceof ServerLog) {
                LOG.log(System.Logger.Level.INFO, "closed");
            }
            try {
                resource.close();
            } catch (Exception e) {
                LOG.log(System.Logger.Level.ERROR, "closing failed", e);
            }
        }
    }

    private static String text(InetSocketAddress address, int port) {
        return address.getHostString() + ":" + port;
    }
}
