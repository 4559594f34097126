package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bailiwick.certificates.TestCertificates;
import dev.bailiwick.client.BailiwickClient;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.Appends;
import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.Protocol;
import dev.bailiwick.protocol.Values;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.AppendStreamResponse;
import dev.bailiwick.protocol.v1.DescribeRequest;
import dev.bailiwick.protocol.v1.DetailsRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.ListRequest;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.protocol.v1.ReadRequest;
import dev.bailiwick.protocol.v1.ReadResponse;
import dev.bailiwick.protocol.v1.SubscribeRequest;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ErrorCode;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ServerUnavailableException;
import dev.bailiwick.store.SubscriptionEnd;
import dev.bailiwick.testkit.InMemoryEventStore;
import dev.bailiwick.testkit.StoreSetup;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthCheckResponse.ServingStatus;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.MetadataUtils;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// How a server meets clients of every kind, bad ones included.
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@SuppressWarnings("try") // a subscription is used by being open
class BailiwickServerTest {
    private static final AggregateKey KEY = AggregateKey.of("Acme", "Orders", "1");

    private final Remote remote = Remote.plain();
    private final InMemoryEventStore store = InMemoryEventStore.create(StoreSetup.standard());
    private final Counting counting = new Counting();
    private final List<ManagedChannel> channels = new ArrayList<>();

    @AfterEach
    void close() {
        counting.gate.complete(null);
        channels.forEach(ManagedChannel::shutdownNow);
        remote.close();
    }

    private BailiwickServer server() {
        return remote.serve(counting.around(store));
    }

    private BailiwickServer server(ServerLimits limits) {
        return remote.serve(counting.around(store), options -> options.withLimits(limits));
    }

    private ManagedChannel channel(BailiwickServer server) {
        var channel = NettyChannelBuilder.forAddress("localhost", server.port()).usePlaintext()
                .maxInboundMessageSize(Protocol.MAX_RESPONSE_MESSAGE_BYTES).directExecutor().build();
        channels.add(channel);
        return channel;
    }

    private static int errorOf(Throwable e) {
        return e instanceof StatusRuntimeException status ? Errors.numberIn(status.getTrailers()) : -1;
    }

    private static NewEvent event(int bytes) {
        return NewEvent.of("E", new byte[bytes]);
    }

    private static AppendStreamRequest append(long correlation, AppendRequest request) {
        return AppendStreamRequest.newBuilder().addEntries(AppendStreamRequest.Entry.newBuilder()
                .setCorrelation(correlation).setRequest(Appends.encode(request, UUID.randomUUID()))).build();
    }

    /// A call that takes messages only when it asks for them.
    private static final class Pulled<Q, A> extends ClientCall.Listener<A> {
        final ClientCall<Q, A> call;
        final BlockingQueue<A> messages = new LinkedBlockingQueue<>();
        final CompletableFuture<StatusRuntimeException> end = new CompletableFuture<>();

        Pulled(ManagedChannel channel, MethodDescriptor<Q, A> method) {
            call = channel.newCall(method, CallOptions.DEFAULT);
            call.start(this, new Metadata());
        }

        static <Q, A> Pulled<Q, A> of(ManagedChannel channel, MethodDescriptor<Q, A> method, Q request) {
            var pulled = new Pulled<>(channel, method);
            pulled.call.sendMessage(request);
            pulled.call.halfClose();
            return pulled;
        }

        A take() throws InterruptedException {
            call.request(1);
            var message = messages.poll(60, TimeUnit.SECONDS);
            assertThat(message).isNotNull();
            return Objects.requireNonNull(message);
        }

        StatusRuntimeException end() {
            return end.orTimeout(60, TimeUnit.SECONDS).join();
        }

        @Override
        public void onMessage(A message) {
            messages.add(message);
        }

        @Override
        public void onClose(Status status, @Nullable Metadata trailers) {
            end.complete(status.asRuntimeException(trailers));
        }
    }

    /// Waits until a number that only grows has stopped growing, by giving the server something else to do meanwhile.
    private static int settled(BailiwickServer server, AtomicInteger number) {
        try (var client = BailiwickClient.connect("localhost:" + server.port())) {
            int before = -1;
            for (int rounds = 0; before != number.get() || rounds < 50; rounds++) {
                before = number.get();
                client.details(KEY);
            }
            return before;
        }
    }

    @Test
    void aReaderThatDoesNotReadMakesTheServerReadAFewPagesOnly() throws InterruptedException {
        var server = server();
        for (int i = 0; i < 200; i++) {
            store.append(KEY, ExpectedVersion.any(), event(100_000));
        }
        var request = ReadRequest.newBuilder().setKey(Values.encode(KEY)).setLimit(1).build();

        var slow = Pulled.<ReadRequest, ReadResponse>of(channel(server),
                EventStoreServiceGrpc.getReadStreamMethod(), request);

        assertThat(settled(server, counting.pages)).as("pages for nobody").isLessThan(50);
        for (int version = 1; version <= 200; version++) {
            assertThat(slow.take().getEvents(0).getVersion()).isEqualTo(version);
        }
        slow.call.request(1);
        assertThat(slow.end().getStatus().isOk()).isTrue();
        assertThat(counting.pages).hasValue(200);
    }

    @Test
    void aSubscriberThatDoesNotReadHoldsNoMoreThanAFewBatchesAndMissesNothing() throws InterruptedException {
        var server = server();
        for (int i = 0; i < 300; i++) {
            store.append(KEY, ExpectedVersion.any(), event(50_000));
        }
        var request = SubscribeRequest.newBuilder().setStart(Nothing.getDefaultInstance()).setBatchCommits(1).build();

        var slow = Pulled.<SubscribeRequest, SubscribeResponse>of(channel(server),
                EventStoreServiceGrpc.getSubscribeMethod(), request);

        assertThat(settled(server, counting.batches)).as("batches for nobody").isLessThan(100);
        assertThat(slow.take().getStarted().isEmpty()).isFalse();
        for (int sequence = 1; sequence <= 300; sequence++) {
            assertThat(slow.take().getCommits(0).getSequence()).isEqualTo(sequence);
        }
    }

    @Test
    void aSubscriptionWhoseClientLeavesIsEndedAlsoWhileItWaitsForTheClient() throws InterruptedException {
        var server = server();
        for (int i = 0; i < 300; i++) {
            store.append(KEY, ExpectedVersion.any(), event(50_000));
        }
        var request = SubscribeRequest.newBuilder().setStart(Nothing.getDefaultInstance()).setBatchCommits(1).build();
        var slow = Pulled.<SubscribeRequest, SubscribeResponse>of(channel(server),
                EventStoreServiceGrpc.getSubscribeMethod(), request);
        slow.take();
        settled(server, counting.batches);

        slow.call.cancel("enough", null);

        var subscription = counting.lastSubscription.get();
        assertThat(subscription.end()).succeedsWithin(60, TimeUnit.SECONDS);
        assertThat(subscription.end().join().reason()).isIn(SubscriptionEnd.Reason.CLOSED,
                SubscriptionEnd.Reason.HANDLER_FAILED);
    }

    @Test
    void aStreamTakesNoMoreRequestsThanItMayHaveInFlight() throws InterruptedException {
        var server = server(ServerLimits.DEFAULT.withMaxStreamRequests(10));
        counting.gate = new CompletableFuture<>();
        var stream = new Pulled<AppendStreamRequest, AppendStreamResponse>(channel(server),
                EventStoreServiceGrpc.getAppendStreamMethod());
        assertThat(stream.take().getEntriesCount()).isZero();

        for (int i = 0; i < 100; i++) {
            stream.call.sendMessage(append(i,
                    AppendRequest.builder().write(KEY, ExpectedVersion.any(), event(10)).build()));
        }

        assertThat(settled(server, counting.appends)).isEqualTo(10);
        counting.gate.complete(null);
        stream.call.halfClose();
        var answered = new ArrayList<Long>();
        while (answered.size() < 100) {
            stream.take().getEntriesList().forEach(entry -> answered.add(entry.getCorrelation()));
        }
        assertThat(answered).doesNotHaveDuplicates();
        stream.call.request(1);
        assertThat(stream.end().getStatus().isOk()).isTrue();
    }

    @Test
    void aRefusedAppendOfAStreamLeavesTheStreamOpen() throws InterruptedException {
        var stream = new Pulled<AppendStreamRequest, AppendStreamResponse>(channel(server()),
                EventStoreServiceGrpc.getAppendStreamMethod());
        stream.take();

        stream.call.sendMessage(AppendStreamRequest.newBuilder()
                .addEntries(AppendStreamRequest.Entry.newBuilder().setCorrelation(7)).build());
        assertThat(stream.take().getEntries(0).getError().getNumber()).isEqualTo(2000);
        stream.call.sendMessage(append(8,
                AppendRequest.builder().write(KEY, ExpectedVersion.exists(), event(1)).build()));
        assertThat(stream.take().getEntries(0).getError().getNumber()).isEqualTo(2005);
        stream.call.sendMessage(append(9,
                AppendRequest.builder().write(KEY, ExpectedVersion.any(), event(1)).build()));

        assertThat(stream.take().getEntries(0).getResult().getVersions(0)).isEqualTo(1);
    }

    @Test
    void aMessageThatIsTooLargeEndsItsCallAndNoOther() {
        var server = server(ServerLimits.DEFAULT.withMaxMessageBytes(100_000));
        var stub = EventStoreServiceGrpc.newBlockingStub(channel(server));
        var large = AppendRequest.builder().write(KEY, ExpectedVersion.any(), event(200_000)).build();

        assertThatThrownBy(() -> stub.append(Appends.encode(large, UUID.randomUUID())))
                .isInstanceOfSatisfying(StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED));

        assertThat(stub.describe(DescribeRequest.getDefaultInstance()).getLimits().getMaxRequestMessageBytes())
                .isEqualTo(100_000);
        var client = remote.client(server, options -> options);
        assertThatThrownBy(() -> client.append(large)).hasMessageContaining("2002 LimitExceeded");
        assertThat(client.append(KEY, ExpectedVersion.any(), event(90_000)).version(KEY)).isEqualTo(1);
    }

    @Test
    void theLargestRequestAndTheLargestPageFitIntoTheirMessages() {
        var client = remote.client(server(), options -> options);
        var metadata = new TreeMap<String, String>();
        for (int i = 0; i < Limits.MAX_METADATA_ENTRIES; i++) {
            metadata.put("k" + i, "");
        }
        var small = NewEvent.of("E", new byte[700]).withMetadata(metadata);

        for (int i = 0; i < 3; i++) {
            client.append(AppendRequest.builder().write(KEY, ExpectedVersion.any(),
                    Collections.nCopies(Limits.MAX_EVENTS_PER_REQUEST, small)).build());
        }

        var page = client.read(dev.bailiwick.store.ReadRequest.of(KEY).limit(Limits.MAX_PAGE_EVENTS)
                .maxBytes(Limits.MAX_PAGE_BYTES));
        assertThat(page.events()).hasSize(Limits.MAX_PAGE_EVENTS);
    }

    @Test
    void garbageOnThePortDisturbsNobody() throws IOException {
        var server = server();
        var client = remote.client(server, options -> options);
        var random = new Random(4821);
        for (int i = 0; i < 20; i++) {
            try (var socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
                var garbage = new byte[random.nextInt(5_000) + 1];
                random.nextBytes(garbage);
                socket.getOutputStream().write(
                        i % 2 == 0 ? garbage : "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.getOutputStream().write(garbage);
            } catch (IOException e) {
                assertThat(e).isInstanceOf(SocketException.class); // it hung up, which is right
            }
            assertThat(client.append(KEY, ExpectedVersion.any(), event(1)).version(KEY)).isEqualTo(i + 1);
        }
    }

    @Test
    void aMessageThatMakesNoSenseIsRefusedByTheNameOfItsField() {
        var stub = EventStoreServiceGrpc.newBlockingStub(channel(server()));

        assertThatThrownBy(() -> stub.details(DetailsRequest.getDefaultInstance()))
                .hasMessageContaining("org id: it has 16 bytes, not 0")
                .satisfies(e -> assertThat(errorOf(e)).isEqualTo(2004));
        assertThatThrownBy(() -> stub.list(ListRequest.getDefaultInstance()))
                .satisfies(e -> assertThat(errorOf(e)).isEqualTo(2004));
        assertThatThrownBy(() -> stub.subscribe(SubscribeRequest.getDefaultInstance()).next())
                .satisfies(e -> assertThat(errorOf(e)).isEqualTo(2004));
    }

    @Test
    void aCallWhoseDeadlineHasPassedIsNotExecuted() {
        var server = server();
        var stub = EventStoreServiceGrpc.newBlockingStub(channel(server));
        stub.describe(DescribeRequest.getDefaultInstance());
        var request = AppendRequest.builder().write(KEY, ExpectedVersion.any(), event(1)).build();

        assertThatThrownBy(() -> stub.withDeadlineAfter(-1, TimeUnit.SECONDS)
                .append(Appends.encode(request, UUID.randomUUID())))
                .isInstanceOfSatisfying(StatusRuntimeException.class,
                        e -> assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED));

        assertThat(counting.appends).hasValue(0);
    }

    @Test
    void anotherProtocolIsRefusedAndNoneIsTheFirst() {
        var channel = channel(server());
        var headers = new Metadata();
        headers.put(Protocol.VERSION_HEADER, "2");
        var stub = EventStoreServiceGrpc.newBlockingStub(channel);

        assertThatThrownBy(() -> stub.withInterceptors(MetadataUtils.newAttachHeadersInterceptor(headers))
                .describe(DescribeRequest.getDefaultInstance()))
                .hasMessageContaining("this server speaks protocol 1, not 2")
                .satisfies(e -> assertThat(errorOf(e)).isEqualTo(2004));

        var description = stub.describe(DescribeRequest.getDefaultInstance());
        assertThat(description.getProtocol()).isEqualTo(1);
        assertThat(description.getProductVersion()).matches("\\d+\\..*");
        assertThat(description.getPartitionMap().getOwnersList()).hasSize(64).startsWith(0, 1, 2, 3, 0);
        var known = DescribeRequest.newBuilder().setKnownEpoch(1).build();
        assertThat(stub.describe(known).getPartitionMap().getOwnersList()).isEmpty();
    }

    @Test
    void subscriptionsStreamsAndConnectionsAreCounted() throws InterruptedException {
        var server = server(ServerLimits.DEFAULT.withMaxConnections(2).withMaxConnectionStreams(1)
                .withMaxConnectionSubscriptions(1));
        var channel = channel(server);
        var request = SubscribeRequest.newBuilder().setNow(Nothing.getDefaultInstance()).build();
        var first = Pulled.<SubscribeRequest, SubscribeResponse>of(channel,
                EventStoreServiceGrpc.getSubscribeMethod(), request);
        first.take();
        var stream = new Pulled<AppendStreamRequest, AppendStreamResponse>(channel,
                EventStoreServiceGrpc.getAppendStreamMethod());
        stream.take();

        var second = Pulled.<SubscribeRequest, SubscribeResponse>of(channel,
                EventStoreServiceGrpc.getSubscribeMethod(), request);
        assertThat(second.end()).satisfies(e -> assertThat(errorOf(e)).isEqualTo(2002))
                .hasMessageContaining("RESOURCE_EXHAUSTED").hasMessageContaining("subscriptions of a connection");
        var other = new Pulled<AppendStreamRequest, AppendStreamResponse>(channel,
                EventStoreServiceGrpc.getAppendStreamMethod());
        assertThat(other.end()).hasMessageContaining("append streams of a connection");

        var stub = EventStoreServiceGrpc.newBlockingStub(channel(server));
        stub.describe(DescribeRequest.getDefaultInstance());
        var third = EventStoreServiceGrpc.newBlockingStub(channel(server));
        assertThatThrownBy(() -> third.describe(DescribeRequest.getDefaultInstance()))
                .hasMessageContaining("RESOURCE_EXHAUSTED").hasMessageContaining("connections are at most 2");
    }

    @Test
    void healthTellsThatItServes() {
        var health = HealthGrpc.newBlockingStub(channel(server()));

        assertThat(health.check(HealthCheckRequest.getDefaultInstance()).getStatus())
                .isEqualTo(ServingStatus.SERVING);
    }

    @Test
    void whenItClosesRunningAppendsAreFinishedAndOthersAreToldToComeBack() throws Exception {
        var server = remote.serve(counting.around(store),
                options -> options.withShutdownGrace(Duration.ofSeconds(60)));
        var client = remote.client(server, options -> options.withDeadline(Duration.ofSeconds(5)));
        var seen = new ConcurrentLinkedQueue<String>();
        var subscription = client.subscribe(
                dev.bailiwick.store.SubscribeRequest.from(FeedPosition.now()),
                batch -> batch.events().forEach(event -> seen.add(event.type())));
        counting.gate = new CompletableFuture<>();
        var running = client
                .appendAsync(AppendRequest.builder().write(KEY, ExpectedVersion.any(), event(1)).build());
        while (counting.appends.get() == 0) {
            client.details(KEY);
        }

        var closing = Thread.ofVirtual().start(server::close);
        counting.gate.complete(null);

        assertThat(running.orTimeout(60, TimeUnit.SECONDS).join().version(KEY)).isEqualTo(1);
        assertThat(closing.join(Duration.ofSeconds(60))).isTrue();
        assertThatThrownBy(() -> client.details(KEY)).isInstanceOf(ServerUnavailableException.class);
        assertThat(subscription.end()).as("a subscription waits for the server").isNotDone();
        subscription.close();
        assertThat(subscription.end().join().reason()).isEqualTo(SubscriptionEnd.Reason.CLOSED);
        assertThatThrownBy(store::partitionMap).hasMessageContaining(ErrorCode.STORE_CLOSED.toString());
    }

    @Test
    void whoeverIsNotTrustedDoesNotGetIn() {
        var certificates = TestCertificates.get();
        var server = remote.serve(store, options -> options.withTls(certificates.server()));
        for (var tls : List.of(certificates.trusting(), certificates.stranger(), certificates.trustingTheStranger())) {
            assertThatThrownBy(() -> remote.client(server,
                    options -> options.withTls(tls).withDeadline(Duration.ofMillis(500))))
                    .isInstanceOf(ServerUnavailableException.class);
        }
        assertThatThrownBy(() -> remote.client(server, options -> options.withDeadline(Duration.ofMillis(500))))
                .isInstanceOf(ServerUnavailableException.class);
        assertThat(remote.client(server, options -> options.withTls(certificates.client())).details(KEY)).isEmpty();
    }
}
