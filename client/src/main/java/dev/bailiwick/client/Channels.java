package dev.bailiwick.client;

import dev.bailiwick.protocol.Protocol;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.stub.MetadataUtils;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.net.ssl.SSLException;

/// The connections to the server. Each is made when it is first used, and again when it broke. Thread-safe.
final class Channels implements AutoCloseable {
    private static final int KEEP_ALIVE_SECONDS = 30;
    private static final int KEEP_ALIVE_TIMEOUT_SECONDS = 10;
    private static final int CLOSE_SECONDS = 5;
    /// Trailers with an error that is not cut.
    private static final int MAX_METADATA_BYTES = 64 << 10;

    private final List<ManagedChannel> channels;
    private final List<Channel> calling;
    private final AtomicInteger turn = new AtomicInteger();

    Channels(ServerAddress server, ClientOptions options) {
        var headers = new Metadata();
        headers.put(Protocol.VERSION_HEADER, Integer.toString(Protocol.VERSION));
        options.apiKey().ifPresent(key -> headers.put(Protocol.AUTHORIZATION, "Bearer " + key));
        var attaching = MetadataUtils.newAttachHeadersInterceptor(headers);
        channels = IntStream.range(0, options.connections()).mapToObj(i -> connect(server, options)).toList();
        calling = channels.stream().map(channel -> ClientInterceptors.intercept(channel, attaching)).toList();
    }

    private static ManagedChannel connect(ServerAddress server, ClientOptions options) {
        var builder = NettyChannelBuilder.forAddress(server.host(), server.port()).directExecutor().disableRetry()
                .maxInboundMessageSize(Protocol.MAX_RESPONSE_MESSAGE_BYTES).maxInboundMetadataSize(MAX_METADATA_BYTES)
                .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
                .keepAliveTimeout(KEEP_ALIVE_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        if (options.tls().isPresent()) {
            builder.sslContext(context(options.tls().get()));
        } else {
            builder.usePlaintext();
        }
        return builder.build();
    }

    private static SslContext context(ClientTls tls) {
        try {
            var builder = GrpcSslContexts.forClient();
            tls.trusted().ifPresent(trusted -> builder.trustManager(readable(trusted)));
            tls.identity().ifPresent(identity -> builder.keyManager(readable(identity.certificateChain()),
                    readable(identity.privateKey())));
            return builder.build();
        } catch (SSLException | RuntimeException e) {
            throw new IllegalArgumentException("these certificates cannot be used: " + tls + ": " + e.getMessage()
                    + "; all files are in PEM format, the key in PKCS#8 and not encrypted", e);
        }
    }

    private static File readable(Path file) {
        if (!Files.isReadable(file)) {
            throw new IllegalArgumentException(file + " is not there or cannot be read");
        }
        return file.toFile();
    }

    List<Channel> all() {
        return calling;
    }

    /// One of them, each in its turn.
    Channel next() {
        return calling.get(Math.floorMod(turn.getAndIncrement(), calling.size()));
    }

    /// Lets the next call connect at once instead of waiting since the last failure: the callers wait by themselves.
    void hurry() {
        channels.forEach(ManagedChannel::resetConnectBackoff);
    }

    @Override
    public void close() {
        channels.forEach(ManagedChannel::shutdown);
        try {
            for (var channel : channels) {
                if (!channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
                    channel.shutdownNow();
                }
            }
        } catch (InterruptedException e) {
            channels.forEach(ManagedChannel::shutdownNow);
            Thread.currentThread().interrupt();
        }
    }
}
