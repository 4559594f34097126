package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.client.ClientOptions;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.LimitExceededException;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import io.grpc.netty.shaded.io.netty.util.internal.PlatformDependent;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Crowds of connections that want nothing, or do not say what.
@Timeout(value = 2, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class IdleConnectionsTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "1");
    private static final int CROWD = 10_000;
    private static final int LEAST_CROWD = 2_000;
    private static final int DESCRIPTORS_FOR_OTHERS = 1_000;
    private static final int ADMITTED = 500;
    private static final long BYTES_EACH = 16 << 10;
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] SETTINGS = {0, 0, 0, 4, 0, 0, 0, 0, 0};
    /// A record that announces 512 bytes of a client's hello, and the first of them.
    private static final byte[] HELLO_FRAGMENT = {22, 3, 1, 2, 0, 1, 0, 1, -4, 3, 3};

    private final Remote remote = Remote.plain();
    private final InMemoryEventStore store = InMemoryEventStore.create(StoreSetup.standard());
    private final List<SocketChannel> crowd = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        for (var each : crowd) {
            each.close();
        }
        remote.close();
    }

    private BailiwickServer serve(UnaryOperator<ServerLimits> limits, UnaryOperator<ServerOptions> more) {
        return remote.serve(store, options -> more.apply(options.withLimits(
                limits.apply(ServerLimits.DEFAULT.withHandshakeTimeout(Duration.ofSeconds(2))))));
    }

    private SocketChannel stranger(BailiwickServer server, byte[]... says) throws IOException {
        var channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
        crowd.add(channel);
        try {
            for (var bytes : says) {
                channel.write(ByteBuffer.wrap(bytes));
            }
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*"); // it hung up already, which is right
        }
        return channel;
    }

    /// Half of what this process may have open is left to both ends of what the server keeps, and to everybody else.
    private static int crowdSize() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - DESCRIPTORS_FOR_OTHERS
                - 2 * ADMITTED;
        int size = Math.toIntExact(Math.min(CROWD, free));
        assertThat(size).as("sockets that this process may open; see ulimit -n").isGreaterThan(LEAST_CROWD);
        return size;
    }

    /// The heap after a collection, and buffers outside of it, those of gRPC's Netty included.
    private static long memory() {
        System.gc();
        long direct = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed).sum();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() + direct
                + PlatformDependent.usedDirectMemory();
    }

    private static boolean isClosed(SocketChannel channel) throws IOException {
        var buffer = ByteBuffer.allocate(1_024);
        try {
            while (channel.read(buffer.clear()) >= 0) { // what a server says first
            }
            return true;
        } catch (IOException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*");
            return true;
        }
    }

    private void append(BailiwickClient client) {
        client.append(KEY, ExpectedVersion.any(), NewEvent.of("E", new byte[10]));
    }

    private void crowdIsSentAway(BailiwickServer server, UnaryOperator<ClientOptions> connecting) throws IOException {
        var early = remote.client(server, connecting);
        append(early);
        int size = crowdSize();
        long before = memory();

        for (int i = 0; i < size; i++) {
            var _ = switch (i % 4) {
                case 0 -> stranger(server);
                case 1 -> stranger(server, new byte[]{PREFACE[0]});
                case 2 -> stranger(server, PREFACE);
                default -> stranger(server, HELLO_FRAGMENT);
            };
            if (i % 1_000 == 0) {
                append(early);
                assertThat(server.strangers()).isLessThanOrEqualTo(ADMITTED);
            }
        }
        var late = remote.client(server, connecting);
        append(late);
        append(early);

        assertThat(memory() - before).as("bytes for %d connections", size).isLessThan(size * BYTES_EACH);
        for (var each : crowd) {
            assertThat(isClosed(each)).isTrue();
        }
        while (server.strangers() > 0) { // their sockets are closed before they are forgotten
            append(late);
        }
        append(early);
    }

    @Test
    void aCrowdThatSaysNothingIsSentAwayAndKeepsNobodyOut() throws IOException {
        crowdIsSentAway(serve(limits -> limits.withMaxConnections(ADMITTED), options -> options), it -> it);
    }

    @Test
    void aCrowdThatNeverFinishesItsHandshakeIsSentAwayToo() throws IOException {
        var certificates = TestCertificates.get();
        crowdIsSentAway(serve(limits -> limits.withMaxConnections(ADMITTED),
                options -> options.withTls(certificates.server())), it -> it.withTls(certificates.client()));
    }

    @Test
    void oneConnectionTooManyIsToldSoAndClosedAndIsWelcomeWhenThereIsRoom() throws IOException {
        var server = serve(limits -> limits.withMaxConnections(2), options -> options);
        var first = remote.client(server, options -> options);
        var second = remote.client(server, options -> options);

        assertThatThrownBy(() -> remote.client(server, options -> options))
                .hasMessageContaining("connections are at most 2");
        assertThat(isClosed(stranger(server, PREFACE, SETTINGS))).isTrue();
        append(second);
        first.close();

        while (true) {
            try (var third = BailiwickClient.connect("localhost:" + server.port())) {
                append(third);
                break;
            } catch (LimitExceededException e) {
                append(second); // the server has not noticed yet that the first one left
            }
        }
    }
}
