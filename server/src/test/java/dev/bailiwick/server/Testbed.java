package dev.bailiwick.server;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/// A whole server from a configuration, on ports of the machine's choosing, and a connection to it.
final class Testbed implements AutoCloseable {
    private static final Metadata.Key<String> AUTHORIZATION = Metadata.Key.of("authorization",
            Metadata.ASCII_STRING_MARSHALLER);

    private final Path directory;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();
    private final RunningServer server;
    private final ManagedChannel channel;

    private Testbed(Path directory, List<String> flags) {
        this.directory = directory;
        this.server = RunningServer.start(ServerConfig.read(flags, Map.of()),
                new PrintStream(log, true, StandardCharsets.UTF_8));
        this.channel = NettyChannelBuilder
                .forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port())).usePlaintext()
                .build();
    }

    static Testbed start(Path directory, String... more) {
        var flags = new ArrayList<>(List.of("--data=" + directory, "--listen=127.0.0.1:0",
                "--metrics-address=127.0.0.1:0", "--memory=128M", "--shards=1", "--shutdown-grace-ms=2000"));
        flags.addAll(List.of(more));
        return new Testbed(directory, flags);
    }

    RunningServer server() {
        return server;
    }

    String log() {
        return log.toString(StandardCharsets.UTF_8);
    }

    ApiKeys keys() {
        return ApiKeys.at(directory.resolve("api-keys"));
    }

    NewApiKey key(Optional<UUID> org, Right... rights) {
        return keys().create(new ApiKeyRequest("somebody", org, Set.of(rights), Optional.empty()));
    }

    /// Without credentials.
    Channel channel() {
        return channel;
    }

    Channel channel(String authorization) {
        var headers = new Metadata();
        headers.put(AUTHORIZATION, authorization);
        return ClientInterceptors.intercept(channel, MetadataUtils.newAttachHeadersInterceptor(headers));
    }

    Channel channel(NewApiKey key) {
        return channel("Bearer " + key.secret());
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return send(path, "GET");
    }

    HttpResponse<String> send(String path, String method) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + server.metricsPort().orElseThrow() + path))
                    .method(method, HttpRequest.BodyPublishers.noBody()).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.close();
    }

    /// For a call that ends a minute from now at the latest.
    static CallOptions soon() {
        return CallOptions.DEFAULT.withDeadlineAfter(60, TimeUnit.SECONDS);
    }
}
