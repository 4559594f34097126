package dev.bailiwick.server;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Answers `/metrics`, `/health` and `/ready` over HTTP, in the clear and to anybody who can reach the address; nothing that it tells
/// is any org's.
///
/// [#THREADS] threads; [#WAITING] requests may wait, and further connections are closed.
final class MetricsEndpoint implements AutoCloseable {
    static final int THREADS = 2;
    static final int WAITING = 32;
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final HttpServer server;
    private final ExecutorService threads;
    private final Supplier<String> metrics;
    private final Readiness readiness;

    private MetricsEndpoint(HttpServer server, ExecutorService threads, Supplier<String> metrics,
            Readiness readiness) {
        this.server = server;
        this.threads = threads;
        this.metrics = metrics;
        this.readiness = readiness;
    }

    /// @param metrics in the text format of Prometheus
    /// @throws UncheckedIOException if the address cannot be listened on
    static MetricsEndpoint start(InetSocketAddress address, Supplier<String> metrics, Readiness readiness) {
        try {
            var threads = new ThreadPoolExecutor(THREADS, THREADS, 0, TimeUnit.SECONDS,
                    new ArrayBlockingQueue<>(WAITING),
                    Thread.ofPlatform().daemon().name("bailiwick-http-", 0).factory());
            var server = HttpServer.create(address, WAITING);
            var endpoint = new MetricsEndpoint(server, threads, metrics, readiness);
            server.setExecutor(threads);
            server.createContext("/", endpoint::answer);
            server.start();
            return endpoint;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen on " + address.getHostString() + ":" + address.getPort()
                    + " for metrics; is another program using that port?", e);
        }
    }

    int port() {
        return server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            if (!exchange.getRequestMethod().equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, 405, PLAIN, "only GET\n");
                return;
            }
            switch (exchange.getRequestURI().getPath()) {
                case "/metrics" -> send(exchange, 200, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
                case "/health" -> send(exchange, 200, PLAIN, "alive\n");
                case "/ready" -> {
                    var state = readiness.state();
                    send(exchange, state == Readiness.State.READY ? 200 : 503, PLAIN, state.text() + "\n");
                }
                default -> send(exchange, 404, PLAIN, "there is /metrics, /health and /ready\n");
            }
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        var body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }
}
