package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import io.grpc.CallOptions;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/// What a valid client said is spoilt and said again, many times over.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Isolated // it counts threads, and listens to the log of the process
class SpoiltStreamsTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "1");
    private static final AggregateKey OTHER = AggregateKey.of("Acme", "Customers", "1");
    private static final int STREAMS = Integer.getInteger("bailiwick.streams", 400);
    private static final int PATIENCE_MS = 30_000;
    private static final int THREADS_OF_THE_JDK = 8;

    private final Remote remote = Remote.plain();
    private final InMemoryEventStore store = InMemoryEventStore.create(StoreSetup.standard());
    private final Counts counts = new Counts();
    private final Severe severe = new Severe();

    @BeforeEach
    void listen() {
        Logger.getLogger("").addHandler(severe);
    }

    @AfterEach
    void close() {
        Logger.getLogger("").removeHandler(severe);
        remote.close();
    }

    /// What began and has not ended.
    private static final class Counts implements CallObserver {
        final AtomicInteger connections = new AtomicInteger();
        final AtomicInteger calls = new AtomicInteger();
        final AtomicInteger started = new AtomicInteger();

        @Override
        public void connectionOpened() {
            connections.incrementAndGet();
        }

        @Override
        public void connectionClosed() {
            connections.decrementAndGet();
        }

        @Override
        public void started(String method) {
            started.incrementAndGet();
            calls.incrementAndGet();
        }

        @Override
        public void finished(FinishedCall call) {
            calls.decrementAndGet();
        }
    }

    /// What gRPC logs when a handler threw something that it should not have. It does so for bytes that are no message as well, before
    /// any handler sees them.
    private static final class Severe extends Handler {
        final ConcurrentLinkedQueue<String> messages = new ConcurrentLinkedQueue<>();

        @Override
        public void publish(LogRecord entry) {
            if (entry.getLevel().intValue() >= Level.SEVERE.intValue()
                    && !String.valueOf(entry.getThrown()).contains("Invalid protobuf byte sequence")) {
                messages.add(entry.getMessage() + ": " + entry.getThrown());
            }
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    /// Everything that a client may ask for, over one connection.
    private byte[] recording() throws IOException, InterruptedException {
        var other = InMemoryEventStore.create(StoreSetup.standard());
        try (var proxy = new RecordingProxy(remote.serve(other).port())) {
            var seen = new CountDownLatch(20);
            try (var client = BailiwickClient.connect("localhost:" + proxy.port());
                    var subscription = client.subscribe(SubscribeRequest.from(FeedPosition.start()),
                            batch -> batch.commits().forEach(commit -> seen.countDown()))) {
                for (int i = 0; i < 20; i++) {
                    client.append(AppendRequest.builder().write(OTHER, ExpectedVersion.exactly(i),
                            NewEvent.of("Recorded", new byte[100])).build());
                }
                assertThat(client.read(ReadRequest.of(OTHER)).events()).hasSize(20);
                client.list(ListRequest.orgs());
                client.trim(OTHER, 5);
                assertThat(client.verify(VerifyRequest.everything()).ok()).isTrue();
                assertThat(seen.await(60, TimeUnit.SECONDS)).isTrue();
                assertThat(subscription.end()).isNotDone();
            }
            return proxy.said();
        }
    }

    /// Says it, hangs up, and waits until the server did so too.
    private static void say(BailiwickServer server, byte[] bytes) throws IOException {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(bytes);
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (SocketException e) {
            assertThat(e).hasMessageMatching("(?i).*(reset|broken pipe).*"); // it hung up first, which is right
        }
    }

    private static void append(BailiwickClient client) {
        client.append(KEY, ExpectedVersion.any(), NewEvent.of("E", new byte[10]));
    }

    @Test
    void spoiltStreamsDisturbNobodyAndLeaveNothingBehind() throws IOException, InterruptedException {
        long seed = Long.getLong("bailiwick.seed", System.nanoTime());
        System.out.println("SpoiltStreamsTest: -Dbailiwick.seed=" + seed);
        var valid = recording();
        var server = remote.serve(store, options -> options.withObserver(counts));
        var client = remote.client(server, options -> options);
        var events = new CountDownLatch(STREAMS / 10);
        try (var subscription = client.subscribe(SubscribeRequest.from(FeedPosition.start()).aggregate(KEY),
                batch -> batch.commits().forEach(commit -> events.countDown()))) {
            say(server, valid);
            while (client.details(OTHER).isEmpty()) { // as it was recorded it is understood
                append(client);
            }
            int calls = counts.started.get();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();

            var mutations = new Mutations(seed);
            for (int i = 0; i < STREAMS; i++) {
                say(server, mutations.of(valid));
                if (i % 10 == 0) {
                    append(client);
                }
            }

            assertThat(counts.started.get() - calls).as("calls that were begun, seed %d", seed)
                    .isGreaterThan(STREAMS);
            assertThat(events.await(60, TimeUnit.SECONDS)).as("the subscription of a client, seed %d", seed).isTrue();
            assertThat(subscription.end()).isNotDone();
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
                    .isLessThanOrEqualTo(threads + THREADS_OF_THE_JDK);
        }
        client.close();
        awaitNothingLeft(server, seed);
        assertThat(severe.messages).as("seed %d", seed).isEmpty();
        assertThat(store.verify(VerifyRequest.everything()).problems()).as("seed %d", seed).isEmpty();
    }

    /// Hands on bytes as they are.
    private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
        @Override
        public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
            return new byte[0];
        }
    }

    @Test
    void aStreamWithAMessageThatIsNoneIsNotHeldWhileItsConnectionLasts() {
        var server = remote.serve(store, options -> options.withObserver(counts));
        var channel = NettyChannelBuilder.forAddress("localhost", server.port()).usePlaintext().build();
        var method = EventStoreServiceGrpc.getAppendStreamMethod().toBuilder(new Bytes(), new Bytes()).build();
        try {
            for (int i = 0; i < 100; i++) {
                var answers = ClientCalls.blockingServerStreamingCall(channel, method.toBuilder()
                        .setType(MethodDescriptor.MethodType.SERVER_STREAMING).build(), CallOptions.DEFAULT,
                        new byte[]{10, 127});
                assertThatThrownBy(() -> answers.forEachRemaining(answer -> {})).hasMessageContaining("UNKNOWN");
            }

            assertThat(counts.connections).hasValue(1);
            awaitLeft(server, List.of(1, 0, 0, 0), 0);
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void noiseInsteadOfAHandshakeDisturbsNobody() throws IOException {
        long seed = Long.getLong("bailiwick.seed", System.nanoTime());
        System.out.println("SpoiltStreamsTest: -Dbailiwick.seed=" + seed);
        var certificates = TestCertificates.get();
        var server = remote.serve(store, options -> options.withObserver(counts).withTls(certificates.server()));
        var client = remote.client(server, options -> options.withTls(certificates.client()));
        var mutations = new Mutations(seed);

        for (int i = 0; i < STREAMS / 4; i++) {
            var noise = mutations.noise(20 + i);
            if (i % 2 == 0) {
                System.arraycopy(new byte[]{22, 3, 1, 0, (byte) i, 1, 0, 0}, 0, noise, 0, 8); // nearly a hello
            }
            say(server, noise);
            append(client);
        }

        client.close();
        awaitNothingLeft(server, seed);
        assertThat(severe.messages).as("seed %d", seed).isEmpty();
    }

    /// The server hears a little later than the client that a connection is over.
    private void awaitNothingLeft(BailiwickServer server, long seed) {
        awaitLeft(server, List.of(0, 0, 0, 0), seed);
    }

    private void awaitLeft(BailiwickServer server, List<Integer> expected, long seed) {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MS);
        List<Integer> left;
        do {
            left = List.of(counts.connections.get(), counts.calls.get(), server.openCalls(), server.strangers());
        } while (!left.equals(expected) && System.nanoTime() < deadline);
        assertThat(left).as("connections, calls, streams and subscriptions, strangers; seed %d", seed)
                .isEqualTo(expected);
    }
}
