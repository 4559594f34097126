package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import dev.bailiwick.certificates.TestCertificates;
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
import java.io.OutputStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/// Crowds of connections that want nothing, or do not say what: 10,000 where the process may have that many files.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Isolated // it measures the memory of the process, and listens to its log
class IdleConnectionsTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "1");
    private static final int CROWD = 10_000;
    private static final int LEAST_CROWD = 2_000;
    private static final int FILES_OF_OTHERS = 500;
    private static final int ADMITTED = 500;
    /// What limits.md allows for a connection without a call.
    private static final long BYTES_EACH = 8 << 10;
    /// Netty takes buffers for its threads in blocks, whatever they are used for.
    private static final long BYTES_BESIDES = 16 << 20;

    private final Remote remote = Remote.plain();
    private final Occupation occupation = new Occupation();
    private final SevereLines severe = SevereLines.ofThisProcess();
    private final InMemoryEventStore store = InMemoryEventStore.create(StoreSetup.standard());

    @AfterEach
    void close() {
        remote.close();
        severe.close();
        assertThat(severe.lines()).isEmpty();
    }

    private BailiwickServer serve(UnaryOperator<ServerLimits> limits, UnaryOperator<ServerOptions> more) {
        return remote.serve(store, options -> more.apply(options.withObserver(occupation).withLimits(
                limits.apply(ServerLimits.DEFAULT.withHandshakeTimeout(Duration.ofSeconds(2))))));
    }

    private static int crowdSize() {
        var system = (UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long free = system.getMaxFileDescriptorCount() - system.getOpenFileDescriptorCount() - FILES_OF_OTHERS;
        int size = Math.toIntExact(Math.min(CROWD, free));
        assertThat(size).as("sockets that this process may open; see ulimit -n").isGreaterThanOrEqualTo(LEAST_CROWD);
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

    private void append(BailiwickClient client) {
        client.append(KEY, ExpectedVersion.any(), NewEvent.of("E", new byte[10]));
    }

    private void crowdIsSentAway(BailiwickServer server, int size, UnaryOperator<ClientOptions> connecting)
            throws IOException {
        var early = remote.client(server, connecting);
        append(early);
        long before = memory();

        try (var crowd = IdleCrowd.sentTo(server, size, IdleCrowd.Manner.TACITURN)) {
            crowd.whileItComes(() -> {
                append(early);
                assertThat(server.strangers()).isLessThanOrEqualTo(ADMITTED);
            });
            var late = remote.client(server, connecting);
            append(late);
            assertThat(memory() - before).as("bytes for those who are not sent away yet")
                    .isLessThan(BYTES_BESIDES + ADMITTED * BYTES_EACH);

            crowd.awaitSentAway();
            var clients = new Occupation.Count(2, 2, 0, 2, 2, 0, 0, 0);
            assertThat(occupation.await(server, clients)).isEqualTo(clients);
            append(late);
            append(early);
        }
    }

    @Test
    void aCrowdThatSaysNothingIsSentAwayAndKeepsNobodyOut() throws IOException {
        crowdIsSentAway(serve(limits -> limits.withMaxConnections(ADMITTED), options -> options), crowdSize(),
                it -> it);
    }

    @Test
    void aCrowdThatNeverFinishesItsHandshakeIsSentAwayToo() throws IOException {
        var certificates = TestCertificates.get();
        crowdIsSentAway(serve(limits -> limits.withMaxConnections(ADMITTED),
                options -> options.withTls(certificates.server())), LEAST_CROWD,
                it -> it.withTls(certificates.client()));
    }

    @Test
    void aCrowdThatIsLetInCostsLittleAndNothingWhenItHasLeft() throws IOException {
        int size = crowdSize();
        var server = serve(limits -> limits.withMaxConnections(size + 1), options -> options);
        var client = remote.client(server, options -> options);
        append(client);
        long before = memory();

        try (var crowd = IdleCrowd.sentTo(server, size, IdleCrowd.Manner.POLITE)) {
            crowd.whileItComes(() -> append(client));
            var all = new Occupation.Count(size + 1, size + 1, 0, 1, 1, 0, 0, 0);
            assertThat(occupation.await(server, all)).isEqualTo(all);
            append(client);
            long bytes = memory() - before;
            System.out.printf("IdleConnectionsTest: %d idle connections take %d bytes each%n", size, bytes / size);
            assertThat(bytes).isLessThan(BYTES_BESIDES + size * BYTES_EACH);
        }
        var alone = new Occupation.Count(1, 1, 0, 1, 1, 0, 0, 0);
        assertThat(occupation.await(server, alone)).isEqualTo(alone);
        append(client);
        assertThat(memory() - before).as("bytes that are left of %d connections", size).isLessThan(BYTES_BESIDES);
    }

    @Test
    void oneConnectionTooManyIsToldSoAndClosedAndIsWelcomeWhenThereIsRoom() throws IOException {
        var server = serve(limits -> limits.withMaxConnections(2), options -> options);
        var first = remote.client(server, options -> options);
        var second = remote.client(server, options -> options);

        assertThatThrownBy(() -> remote.client(server, options -> options))
                .hasMessageContaining("connections are at most 2");
        try (var third = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            third.getOutputStream().write(ClientSpeech.PREFACE);
            third.getOutputStream().write(ClientSpeech.SETTINGS);
            third.getInputStream().transferTo(OutputStream.nullOutputStream()); // to the end
        }
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
