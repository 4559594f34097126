package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.SubscribeRequest;
import dev.bailiwick.store.VerifyRequest;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import io.grpc.netty.shaded.io.netty.util.ResourceLeakDetector;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/// What a valid client says is spoilt and said, many times over. Each time the seed is one more, and after each the server has to be as it
/// was, so that a failure names the one that brought it about: give that with `-Dbailiwick.seed`, and `-Dbailiwick.streams=1`.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Isolated // it counts threads, looks for lost buffers, and listens to the log of the process
class SpoiltStreamsTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "1");
    private static final AggregateKey OTHER = AggregateKey.of("Acme", "Customers", "1");
    private static final int STREAMS = Integer.getInteger("bailiwick.streams", 300);
    private static final long SEED = Long.getLong("bailiwick.seed", System.nanoTime());
    private static final int PATIENCE_MS = 30_000;
    private static final int THREADS_OF_THE_JDK = 8;

    private final Remote remote = Remote.plain();
    private final Occupation occupation = new Occupation();
    private final EventStore store = occupation.around(InMemoryEventStore.create(StoreSetup.standard()));
    private final ResourceLeakDetector.Level leaksBefore = ResourceLeakDetector.getLevel();
    private final SevereLines severe = SevereLines.ofThisProcess();

    @BeforeEach
    void lookForLostBuffers() {
        System.out.println("SpoiltStreamsTest: -Dbailiwick.seed=" + SEED);
        ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    }

    @AfterEach
    void close() {
        remote.close();
        severe.close();
        ResourceLeakDetector.setLevel(leaksBefore);
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

    /// Lost buffers are found when they are collected, and told of when the next one is made.
    private static void findLostBuffers(BailiwickClient client) {
        System.gc();
        append(client);
        append(client);
    }

    @Test
    void spoiltStreamsDisturbNobodyAndLeaveNothingBehind() throws IOException, InterruptedException {
        var valid = ClientSpeech.everything(OTHER);
        var server = remote.serve(store, options -> options.withObserver(occupation));
        var client = remote.client(server, options -> options);
        var events = new CountDownLatch(STREAMS / 10);
        try (var subscription = client.subscribe(SubscribeRequest.from(FeedPosition.start()).aggregate(KEY),
                batch -> batch.commits().forEach(commit -> events.countDown()))) {
            append(client);
            say(server, valid);
            while (client.details(OTHER).isEmpty()) { // as it is it is understood
                append(client);
            }
            var usual = new Occupation.Count(1, 1, 0, 2, 2, 0, 0, 1);
            assertThat(occupation.await(server, usual)).isEqualTo(usual);
            int calls = occupation.everStarted();
            int threads = ManagementFactory.getThreadMXBean().getThreadCount();

            for (int i = 0; i < STREAMS; i++) {
                say(server, new Mutations(SEED + i).of(valid));
                assertThat(occupation.await(server, usual)).as("left by seed %d", SEED + i).isEqualTo(usual);
                if (i % 10 == 0) {
                    append(client);
                }
            }

            assertThat(occupation.everStarted() - calls).as("calls that were begun").isGreaterThanOrEqualTo(STREAMS);
            assertThat(events.await(60, TimeUnit.SECONDS)).as("the subscription of a client").isTrue();
            assertThat(subscription.end()).isNotDone();
            assertThat(ManagementFactory.getThreadMXBean().getThreadCount())
                    .isLessThanOrEqualTo(threads + THREADS_OF_THE_JDK);
        }
        findLostBuffers(client);
        client.close();
        assertThat(occupation.await(server, Occupation.Count.NOTHING)).isEqualTo(Occupation.Count.NOTHING);
        assertThat(severe.lines()).isEmpty();
        assertThat(store.verify(VerifyRequest.everything()).problems()).isEmpty();
    }

    @Test
    void theSameSeedSpoilsTheSameWay() {
        for (int i = 0; i < STREAMS; i++) {
            assertThat(new Mutations(SEED + i).of(ClientSpeech.everything(OTHER)))
                    .isEqualTo(new Mutations(SEED + i).of(ClientSpeech.everything(OTHER)));
        }
    }

    @Test
    void noiseInsteadOfAHandshakeDisturbsNobody() throws IOException {
        var certificates = TestCertificates.get();
        var server = remote.serve(store, options -> options.withObserver(occupation).withTls(certificates.server()));
        var client = remote.client(server, options -> options.withTls(certificates.client()));
        append(client);
        var usual = new Occupation.Count(1, 1, 0, 1, 1, 0, 0, 0);

        for (int i = 0; i < STREAMS / 4; i++) {
            var noise = new Mutations(SEED + i).noise(20 + i);
            if (i % 2 == 0) {
                System.arraycopy(new byte[]{22, 3, 1, 0, (byte) i, 1, 0, 0}, 0, noise, 0, 8); // nearly a hello
            }
            say(server, noise);
            append(client);
            assertThat(occupation.await(server, usual)).as("left by seed %d", SEED + i).isEqualTo(usual);
        }

        findLostBuffers(client);
        client.close();
        assertThat(occupation.await(server, Occupation.Count.NOTHING)).isEqualTo(Occupation.Count.NOTHING);
        assertThat(severe.lines()).isEmpty();
    }
}
