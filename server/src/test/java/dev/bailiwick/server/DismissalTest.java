package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.protocol.v1.SubscribeRequest;
import dev.bailiwick.protocol.v1.SubscribeResponse;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.Subscription;
import dev.bailiwick.testkit.InMemoryEventStore;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A caller who lost its standing and does not read holds nothing on the server.
class DismissalTest {
    private static final AggregateKey KEY = AggregateKey.of(1, 2, 3);

    private final CompletableFuture<Subscription> subscribed = new CompletableFuture<>();

    @TempDir
    Path directory;

    /// The store, telling of the subscription that is made.
    private EventStore telling(EventStore store) {
        return (EventStore) Proxy.newProxyInstance(EventStore.class.getClassLoader(), new Class<?>[]{EventStore.class},
                (proxy, method, arguments) -> {
                    try {
                        var result = method.invoke(store, arguments);
                        if (result instanceof Subscription subscription) {
                            subscribed.complete(subscription);
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                });
    }

    @Test
    void aSubscriberWhoDoesNotReadIsLetGo() {
        var store = telling(InMemoryEventStore.create());
        for (int i = 0; i < 100; i++) {
            store.append(KEY, ExpectedVersion.any(), NewEvent.of("Large", new byte[200_000]));
        }
        var keys = ApiKeys.at(directory.resolve("keys"));
        var key = keys.create(new ApiKeyRequest("x", Optional.of(KEY.orgId()), Set.of(Right.READ), Optional.empty()));
        var live = LiveKeys.open(directory.resolve("keys"), InstantSource.system(), System::nanoTime);
        var positions = new SealedPositions(new byte[PositionKey.BYTES], 64, new SecureRandom());
        try (var access = new GuardedAccess(store, live, AccessRules.KEYS_ONLY, positions, InstantSource.system(),
                new Remarks(System.getLogger("test"), System::nanoTime));
                var server = BailiwickServer.start(ServerOptions.serving(store).withPort(0).withAccess(access))) {
            var channel = NettyChannelBuilder.forAddress("localhost", server.port()).usePlaintext().build();
            var call = channel.newCall(EventStoreServiceGrpc.getSubscribeMethod(), Testbed.soon());
            var first = new FirstMessage();
            var headers = new Metadata();
            headers.put(Metadata.Key.of("authorization", Metadata.ASCII_STRING_MARSHALLER), "Bearer " + key.secret());
            call.start(first, headers);
            call.request(1); // and no more: the server has 20 MB to send
            call.sendMessage(SubscribeRequest.newBuilder().setStart(Nothing.getDefaultInstance()).build());
            call.halfClose();
            first.message.orTimeout(60, TimeUnit.SECONDS).join();
            var subscription = subscribed.orTimeout(60, TimeUnit.SECONDS).join();
            assertThat(subscription.end()).isNotDone();

            keys.revoke(key.key().id());

            subscription.end().orTimeout(60, TimeUnit.SECONDS).join();
            call.request(1_000);
            assertThat(first.end.orTimeout(60, TimeUnit.SECONDS).join().getCode())
                    .isEqualTo(Status.Code.UNAUTHENTICATED);
            channel.shutdownNow();
        }
    }

    private static final class FirstMessage extends ClientCall.Listener<SubscribeResponse> {
        private final CompletableFuture<SubscribeResponse> message = new CompletableFuture<>();
        private final CompletableFuture<Status> end = new CompletableFuture<>();

        @Override
        public void onMessage(SubscribeResponse response) {
            message.complete(response);
        }

        @Override
        public void onClose(Status status, Metadata trailers) {
            message.completeExceptionally(status.asRuntimeException());
            end.complete(status);
        }
    }
}
