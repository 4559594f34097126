package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.DescribeRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.testkit.InMemoryEventStore;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsEndpointTest {
    private static final InetSocketAddress ANY_PORT = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    @TempDir
    Path directory;

    private static int status(MetricsEndpoint endpoint, String path) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + endpoint.port() + path)).build(),
                    HttpResponse.BodyHandlers.ofString()).statusCode();
        }
    }

    @Test
    void itIsReadyBetweenStartingAndDraining() throws IOException, InterruptedException {
        var readiness = new Readiness();
        try (var endpoint = MetricsEndpoint.start(ANY_PORT, () -> "", readiness)) {
            assertThat(status(endpoint, "/ready")).isEqualTo(503);
            assertThat(status(endpoint, "/health")).isEqualTo(200);

            readiness.become(Readiness.State.READY);
            assertThat(status(endpoint, "/ready")).isEqualTo(200);

            readiness.become(Readiness.State.DRAINING);
            assertThat(status(endpoint, "/ready")).isEqualTo(503);
            assertThat(status(endpoint, "/health")).isEqualTo(200);
        }
    }

    @Test
    void aRunningServerAnswersOnlyWhatItKnowsAndOnlyGet() throws IOException, InterruptedException {
        try (var testbed = Testbed.start(directory)) {
            assertThat(testbed.get("/ready").body()).isEqualTo("ready\n");
            assertThat(testbed.get("/health").body()).isEqualTo("alive\n");
            assertThat(testbed.get("/").statusCode()).isEqualTo(404);
            assertThat(testbed.get("/metrics/more").statusCode()).isEqualTo(404);
            assertThat(testbed.get("/healthy").statusCode()).isEqualTo(404);
            assertThat(testbed.get("/%2e%2e/etc/passwd").statusCode()).isEqualTo(404);
            assertThat(testbed.send("/metrics", "POST").statusCode()).isEqualTo(405);
            assertThat(testbed.send("/health", "DELETE").headers().firstValue("Allow")).contains("GET");
        }
    }

    @Test
    void callsAreCountedByMethodAndOutcome() throws IOException, InterruptedException {
        try (var testbed = Testbed.start(directory)) {
            var key = testbed.key(Optional.empty(), Right.values());
            for (int i = 0; i < 3; i++) {
                ClientCalls.blockingUnaryCall(testbed.channel(key), EventStoreServiceGrpc.getAppendMethod(),
                        Testbed.soon(), Wire.append(AggregateKey.of(1, 2, 3), "x"));
            }
            Assertions.assertThatExceptionOfType(StatusRuntimeException.class)
                    .isThrownBy(() -> ClientCalls.blockingUnaryCall(testbed.channel(),
                            EventStoreServiceGrpc.getDescribeMethod(), Testbed.soon(),
                            DescribeRequest.getDefaultInstance()));

            var metrics = testbed.get("/metrics").body();

            assertThat(metrics).contains(
                    "bailiwick_server_calls_total{error=\"0\",method=\"Append\",status=\"OK\"} 3.0",
                    "bailiwick_server_calls_total{error=\"10000\",method=\"Describe\",status=\"UNAUTHENTICATED\"} 1.0",
                    "bailiwick_server_call_seconds_count{method=\"Append\"} 3",
                    "bailiwick_server_call_seconds_bucket{method=\"Append\",le=\"10.0\"} 3",
                    "bailiwick_server_calls_in_flight 0.0", "bailiwick_server_connections_open 1.0",
                    "bailiwick_store_open 1.0", "bailiwick_store_shards 1.0", "bailiwick_store_partitions 4096.0",
                    "jvm_memory_used_bytes", "jvm_threads_live_threads", "process_uptime_seconds",
                    "disk_free_bytes");
            assertThat(value(metrics, "bailiwick_server_received_bytes_total")).isPositive();
            assertThat(value(metrics, "bailiwick_server_sent_bytes_total")).isPositive();
        }
    }

    private static double value(String metrics, String name) {
        var match = Pattern.compile("^" + name + " (.*)$", Pattern.MULTILINE).matcher(metrics);
        assertThat(match.find()).as(name).isTrue();
        return Double.parseDouble(match.group(1));
    }

    @Test
    void aClosedStoreIsNotOpen() {
        var store = InMemoryEventStore.create();
        try (var metrics = new ServerMetrics()) {
            metrics.watch(store, directory);
            assertThat(metrics.scrape()).contains("bailiwick_store_open 1.0");

            store.close();

            assertThat(metrics.scrape()).contains("bailiwick_store_open 0.0");
        }
    }
}
