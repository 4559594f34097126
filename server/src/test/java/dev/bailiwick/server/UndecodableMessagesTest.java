package dev.bailiwick.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.Errors;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.testkit.InMemoryEventStore;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/// Messages whose bytes are none of the protocol's, on a connection that lasts.
@Isolated // it listens to the log of the process
class UndecodableMessagesTest {
    /// A field of 127 bytes, without them.
    private static final byte[] CUT = {10, 127};
    private static final Occupation.Count ONE_CONNECTION = new Occupation.Count(1, 1, 0, 0, 0, 0, 0, 0);

    private final Remote remote = Remote.plain();
    private final Occupation occupation = new Occupation();
    private final SevereLines severe = SevereLines.ofThisProcess();

    @AfterEach
    void close() {
        remote.close();
        severe.close();
    }

    private BailiwickServer serve(EventStore store) {
        return remote.serve(occupation.around(store), options -> options.withObserver(occupation));
    }

    private static ManagedChannel connect(BailiwickServer server) {
        return NettyChannelBuilder.forAddress("localhost", server.port()).usePlaintext().build();
    }

    private record End(Status status, Metadata trailers) {}

    private enum Speaker {
        FINISHES, GOES_ON
    }

    /// How the call ended.
    private static End say(ManagedChannel channel, MethodDescriptor<?, ?> method, byte[] message, Speaker speaker) {
        var end = new CompletableFuture<End>();
        var call = channel.newCall(method.toBuilder(new Bytes(), new Bytes()).build(), Testbed.soon());
        call.start(new ClientCall.Listener<>() {
            @Override
            public void onClose(Status status, Metadata trailers) {
                end.complete(new End(status, trailers));
            }
        }, new Metadata());
        call.request(1_000);
        call.sendMessage(message);
        if (speaker == Speaker.FINISHES) {
            call.halfClose();
        }
        return end.orTimeout(60, TimeUnit.SECONDS).join();
    }

    @Test
    void everyCallOfEveryServiceIsRefusedWithAnErrorAndNoneIsHeld() {
        var server = serve(InMemoryEventStore.create());
        var channel = connect(server);
        try {
            for (var service : server.services()) {
                for (var method : service.getServiceDescriptor().getMethods()) {
                    for (var speaker : Speaker.values()) {
                        var end = say(channel, method, CUT, speaker);

                        assertThat(end.status().getCode()).as("%s", method).isEqualTo(Status.Code.INVALID_ARGUMENT);
                        assertThat(Errors.fromTrailers(end.trailers())).get()
                                .isInstanceOf(InvalidRequestException.class);
                        assertThat(occupation.await(server, ONE_CONNECTION)).as("%s", method)
                                .isEqualTo(ONE_CONNECTION);
                    }
                }
            }
            assertThat(severe.lines()).isEmpty();
        } finally {
            channel.shutdownNow();
        }
    }

    @Test
    void aStreamIsNotHeldEitherIfItsHandlerHasADefect() {
        var server = serve((EventStore) Proxy.newProxyInstance(EventStore.class.getClassLoader(),
                new Class<?>[]{EventStore.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("appendAsync")) {
                        throw new AssertionError("a defect");
                    }
                    try {
                        return method.invoke(InMemoryEventStore.create(), arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
        var channel = connect(server);
        try {
            var message = AppendStreamRequest.newBuilder().addEntries(
                    AppendStreamRequest.Entry.newBuilder()
                            .setRequest(Wire.append(AggregateKey.of(1, 2, 3), "x")))
                    .build().toByteArray();

            var end = say(channel, EventStoreServiceGrpc.getAppendStreamMethod(), message, Speaker.GOES_ON);

            assertThat(end.status().getCode()).isEqualTo(Status.Code.UNKNOWN);
            assertThat(occupation.await(server, ONE_CONNECTION)).isEqualTo(ONE_CONNECTION);
            assertThat(severe.lines()).hasSize(1);
        } finally {
            channel.shutdownNow();
        }
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
}
