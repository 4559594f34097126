package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.AppendStreamResponse;
import dev.bailiwick.protocol.v1.DeleteRequest;
import dev.bailiwick.protocol.v1.DescribeRequest;
import dev.bailiwick.protocol.v1.DetailsRequest;
import dev.bailiwick.protocol.v1.EraseRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.ListRequest;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.protocol.v1.ReadRequest;
import dev.bailiwick.protocol.v1.Recreation;
import dev.bailiwick.protocol.v1.SubscribeRequest;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.protocol.v1.TrimRequest;
import dev.bailiwick.protocol.v1.VerifyRequest;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Through a real socket: nobody gets in without credentials, and nobody into another org.
class SocketAccessTest {
    private static final AggregateKey MINE = AggregateKey.of(1, 2, 3);
    private static final AggregateKey THEIRS = AggregateKey.of(9, 2, 3);
    private static final AggregateKey MISSING = AggregateKey.of(9, 2, 4);

    @TempDir
    Path directory;

    private Testbed testbed;

    @BeforeEach
    void start() {
        testbed = Testbed.start(directory);
    }

    @AfterEach
    void stop() {
        testbed.close();
    }

    /// Sends one message and waits for the first answer, whatever kind of call it is.
    private static <Q, A> A call(Channel channel, MethodDescriptor<Q, A> method, Q request) {
        var answer = new CompletableFuture<A>();
        var call = channel.newCall(method, Testbed.soon());
        var out = ClientCalls.asyncBidiStreamingCall(call, new StreamObserver<A>() {
            @Override
            public void onNext(A value) {
                if (!(value instanceof AppendStreamResponse first && first.getEntriesCount() == 0)) {
                    answer.complete(value);
                }
            }

            @Override
            public void onError(Throwable failure) {
                answer.completeExceptionally(failure);
            }

            @Override
            public void onCompleted() {
                answer.completeExceptionally(new IllegalStateException("no answer came"));
            }
        });
        out.onNext(request);
        out.onCompleted();
        try {
            return answer.get(60, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof StatusRuntimeException refusal ? refusal : new IllegalStateException(e);
        } catch (InterruptedException | TimeoutException e) {
            throw new IllegalStateException(e);
        } finally {
            call.cancel("enough", null);
        }
    }

    @SuppressWarnings("unchecked") // to the server every message is bytes at first
    private static MethodDescriptor<InputStream, InputStream> plain(MethodDescriptor<?, ?> method) {
        return (MethodDescriptor<InputStream, InputStream>) method;
    }

    private List<MethodDescriptor<?, ?>> methods() {
        var methods = new ArrayList<MethodDescriptor<?, ?>>();
        testbed.server().services().forEach(service -> methods.addAll(service.getServiceDescriptor().getMethods()));
        return methods;
    }

    @Test
    void withoutGoodCredentialsEveryCallOfEveryServiceIsRefusedAlike() {
        var revoked = testbed.key(Optional.empty(), Right.values());
        testbed.keys().revoke(revoked.key().id());
        var answers = new HashSet<String>();

        assertThat(testbed.server().services()).extracting(service -> service.getServiceDescriptor().getName())
                .contains("bailiwick.v1.EventStoreService", "grpc.health.v1.Health",
                        "grpc.reflection.v1.ServerReflection");
        for (var method : methods()) {
            for (var channel : List.of(testbed.channel(), testbed.channel("Bearer nonsense"),
                    testbed.channel(revoked))) {
                var refusal = catchThrowableOfType(StatusRuntimeException.class,
                        () -> call(channel, plain(method), InputStream.nullInputStream()));
                assertThat(Wire.code(refusal)).as(method.getFullMethodName()).isEqualTo(Status.Code.UNAUTHENTICATED);
                answers.add(Wire.seen(refusal));
            }
        }
        assertThat(answers).hasSize(1);
    }

    @Test
    void withCredentialsNoCallIsRefusedForThem() {
        var key = testbed.key(Optional.empty(), Right.values());
        var channel = testbed.channel(key);

        assertThat(call(channel, EventStoreServiceGrpc.getDescribeMethod(), DescribeRequest.getDefaultInstance())
                .getPartitionMap().getOwnersCount()).isEqualTo(4_096);
        assertThat(call(channel, EventStoreServiceGrpc.getAppendMethod(), Wire.append(MINE, "x")).getPlacesList())
                .isNotEmpty();
    }

    /// Every operation on an aggregate or its org, as a request on the wire.
    private static List<Function<AggregateKey, Runnable>> operations(Channel channel) {
        return List.of(
                key -> () -> call(channel, EventStoreServiceGrpc.getAppendMethod(), Wire.append(key, "x")),
                key -> () -> call(channel, EventStoreServiceGrpc.getReadMethod(),
                        ReadRequest.newBuilder().setKey(Wire.key(key)).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getReadStreamMethod(),
                        ReadRequest.newBuilder().setKey(Wire.key(key)).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getDetailsMethod(),
                        DetailsRequest.newBuilder().setKey(Wire.key(key)).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getTrimMethod(),
                        TrimRequest.newBuilder().setKey(Wire.key(key)).setKeepFromVersion(1).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getDeleteMethod(),
                        DeleteRequest.newBuilder().setKey(Wire.key(key)).setExpected(Wire.ANY)
                                .setRecreation(Recreation.RECREATION_ALLOWED).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getListMethod(), types(key)),
                key -> () -> call(channel, EventStoreServiceGrpc.getListStreamMethod(), types(key)),
                key -> () -> call(channel, EventStoreServiceGrpc.getListMethod(),
                        ListRequest.newBuilder().setAggregates(ListRequest.Aggregates.newBuilder()
                                .setOrgId(Wire.id(key.orgId())).setAggregateTypeId(Wire.id(key.aggregateTypeId())))
                                .build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getSubscribeMethod(),
                        fromStart().addOrgIds(Wire.id(key.orgId())).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getSubscribeMethod(),
                        fromStart().addAggregates(Wire.key(key)).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getVerifyMethod(),
                        VerifyRequest.newBuilder().setAggregate(Wire.key(key)).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getVerifyMethod(),
                        VerifyRequest.newBuilder().setOrgId(Wire.id(key.orgId())).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getEraseMethod(),
                        EraseRequest.newBuilder().setAggregate(Wire.key(key)).build()),
                key -> () -> call(channel, EventStoreServiceGrpc.getEraseMethod(),
                        EraseRequest.newBuilder().setOrgId(Wire.id(key.orgId())).build()));
    }

    private static ListRequest types(AggregateKey key) {
        return ListRequest.newBuilder()
                .setAggregateTypes(ListRequest.AggregateTypes.newBuilder().setOrgId(Wire.id(key.orgId()))).build();
    }

    private static SubscribeRequest.Builder fromStart() {
        return SubscribeRequest.newBuilder().setStart(Nothing.getDefaultInstance());
    }

    @Test
    void acrossTheBoundaryEveryOperationIsRefusedAlikeForWhatExistsAndWhatDoesNot() {
        var mine = testbed.channel(testbed.key(Optional.of(MINE.orgId()), Right.values()));
        var theirs = testbed.channel(testbed.key(Optional.of(THEIRS.orgId()), Right.values()));
        call(theirs, EventStoreServiceGrpc.getAppendMethod(), Wire.append(THEIRS, "x"));
        call(mine, EventStoreServiceGrpc.getAppendMethod(), Wire.append(MINE, "x"));

        for (var operation : operations(mine)) {
            var existing = catchThrowableOfType(StatusRuntimeException.class, operation.apply(THEIRS)::run);
            var missing = catchThrowableOfType(StatusRuntimeException.class, operation.apply(MISSING)::run);

            assertThat(Wire.code(existing)).isEqualTo(Status.Code.PERMISSION_DENIED);
            assertThat(Wire.seen(existing)).isEqualTo(Wire.seen(missing)).contains("10001");
        }
        var details = call(theirs, EventStoreServiceGrpc.getDetailsMethod(),
                DetailsRequest.newBuilder().setKey(Wire.key(THEIRS)).build());
        assertThat(details.getDetails().getVersion()).isEqualTo(1);
    }

    @Test
    void anAppendOfAStreamIsRefusedTheSameWay() {
        var mine = testbed.channel(testbed.key(Optional.of(MINE.orgId()), Right.values()));
        var answer = call(mine, EventStoreServiceGrpc.getAppendStreamMethod(), AppendStreamRequest.newBuilder()
                .addEntries(AppendStreamRequest.Entry.newBuilder().setRequest(Wire.append(THEIRS, "x"))).build());

        assertThat(answer.getEntries(0).getError().getNumber()).isEqualTo(10001);
    }

    @Test
    void withinItsOrgACallerOfOneOrgIsToldNoSequence() {
        var mine = testbed.channel(testbed.key(Optional.of(MINE.orgId()), Right.values()));

        var appended = call(mine, EventStoreServiceGrpc.getAppendMethod(), Wire.append(MINE, "x"));
        var read = call(mine, EventStoreServiceGrpc.getReadMethod(),
                ReadRequest.newBuilder().setKey(Wire.key(MINE)).build());

        assertThat(appended.getPlacesList()).isEmpty();
        assertThat(read.getEvents(0).getSequence()).isZero();
        for (var operation : operations(mine)) {
            if (operations(mine).indexOf(operation) != 5) { // all but the delete
                operation.apply(MINE).run();
            }
        }
    }

    @Test
    void whatARevokedKeyHasOpenEndsByItself() {
        var key = testbed.key(Optional.of(MINE.orgId()), Right.values());
        var subscribed = new Ending<SubscribeResponse>();
        var streaming = new Ending<AppendStreamResponse>();
        EventStoreServiceGrpc.newStub(testbed.channel(key)).subscribe(fromStart().build(), subscribed);
        var appends = EventStoreServiceGrpc.newStub(testbed.channel(key)).appendStream(streaming);
        subscribed.awaitFirst();
        streaming.awaitFirst();

        testbed.keys().revoke(key.key().id());

        assertThat(subscribed.status().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(streaming.status().getCode()).isEqualTo(Status.Code.UNAUTHENTICATED);
        assertThat(appends).isNotNull();
    }

    /// Waits for the first message and for the end of a call.
    private static final class Ending<A> implements StreamObserver<A> {
        private final CompletableFuture<A> first = new CompletableFuture<>();
        private final CompletableFuture<Status> end = new CompletableFuture<>();

        void awaitFirst() {
            first.orTimeout(60, TimeUnit.SECONDS).join();
        }

        Status status() {
            return end.orTimeout(60, TimeUnit.SECONDS).join();
        }

        @Override
        public void onNext(A value) {
            first.complete(value);
        }

        @Override
        public void onError(Throwable failure) {
            first.completeExceptionally(failure);
            end.complete(Status.fromThrowable(failure));
        }

        @Override
        public void onCompleted() {
            end.complete(Status.OK);
        }
    }
}
