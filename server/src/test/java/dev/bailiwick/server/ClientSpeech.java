package dev.bailiwick.server;

import com.google.protobuf.MessageLite;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.Appends;
import dev.bailiwick.protocol.Feeds;
import dev.bailiwick.protocol.Listings;
import dev.bailiwick.protocol.Reads;
import dev.bailiwick.protocol.Values;
import dev.bailiwick.protocol.Verifications;
import dev.bailiwick.protocol.v1.AppendStreamRequest;
import dev.bailiwick.protocol.v1.DescribeRequest;
import dev.bailiwick.protocol.v1.DetailsRequest;
import dev.bailiwick.protocol.v1.EventStoreServiceGrpc;
import dev.bailiwick.protocol.v1.TrimRequest;
import dev.bailiwick.store.AggregateScope;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.FeedPosition;
import dev.bailiwick.store.ListRequest;
import dev.bailiwick.store.NewEvent;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.SubscribeRequest;
import io.grpc.MethodDescriptor;
import io.grpc.health.v1.HealthCheckRequest;
import io.grpc.health.v1.HealthGrpc;
import io.grpc.netty.shaded.io.netty.buffer.ByteBufUtil;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.DefaultHttp2HeadersEncoder;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Exception;
import io.grpc.netty.shaded.io.netty.handler.codec.http2.Http2Headers;
import io.grpc.reflection.v1.ServerReflectionGrpc;
import io.grpc.reflection.v1.ServerReflectionRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/// What a client says over HTTP/2, put together frame by frame, so that it is the same each time to the last bit.
final class ClientSpeech {
    static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    static final byte[] SETTINGS = frame(4, 0, 0, new byte[0]);
    static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;
    private static final int CANCEL = 8;
    private static final int APPENDS = 20;

    private final ByteArrayOutputStream said = new ByteArrayOutputStream();
    private final DefaultHttp2HeadersEncoder encoder = new DefaultHttp2HeadersEncoder();
    private int stream = -1;

    ClientSpeech() {
        said.writeBytes(PREFACE);
        said.writeBytes(SETTINGS);
    }

    /// Everything that a client may ask for, over one connection, with this key among what it writes.
    static byte[] everything(AggregateKey key) {
        var speech = new ClientSpeech();
        speech.ask(EventStoreServiceGrpc.getDescribeMethod(), DescribeRequest.getDefaultInstance());
        int subscription = speech.ask(EventStoreServiceGrpc.getSubscribeMethod(),
                Feeds.encode(SubscribeRequest.from(FeedPosition.start())));
        int appends = speech.begin(EventStoreServiceGrpc.getAppendStreamMethod());
        for (int i = 0; i < APPENDS; i++) {
            speech.say(appends, AppendStreamRequest.newBuilder().addEntries(AppendStreamRequest.Entry.newBuilder()
                    .setCorrelation(i).setRequest(append(key, i))).build(), i == APPENDS - 1);
            speech.add(WINDOW_UPDATE, 0, 0, number(1_000));
        }
        speech.ask(EventStoreServiceGrpc.getAppendMethod(), append(key, APPENDS));
        speech.add(PING, 0, 0, new byte[8]);
        speech.ask(EventStoreServiceGrpc.getReadMethod(), Reads.encode(ReadRequest.of(key)));
        speech.ask(EventStoreServiceGrpc.getReadStreamMethod(), Reads.encode(ReadRequest.of(key)));
        speech.ask(EventStoreServiceGrpc.getListMethod(), Listings.encode(ListRequest.orgs()));
        speech.ask(EventStoreServiceGrpc.getDetailsMethod(),
                DetailsRequest.newBuilder().setKey(Values.encode(key)).build());
        speech.ask(EventStoreServiceGrpc.getTrimMethod(),
                TrimRequest.newBuilder().setKey(Values.encode(key)).setKeepFromVersion(5).build());
        speech.ask(EventStoreServiceGrpc.getVerifyMethod(), Verifications.encode(new AggregateScope.Everything()));
        speech.ask(HealthGrpc.getWatchMethod(), HealthCheckRequest.getDefaultInstance());
        speech.ask(ServerReflectionGrpc.getServerReflectionInfoMethod(),
                ServerReflectionRequest.newBuilder().setListServices("*").build());
        speech.add(RST_STREAM, 0, subscription, number(CANCEL));
        return speech.bytes();
    }

    private static dev.bailiwick.protocol.v1.AppendRequest append(AggregateKey key, int version) {
        return Appends.encode(AppendRequest.builder()
                .write(key, ExpectedVersion.exactly(version), NewEvent.of("Said", new byte[100])).build(),
                new UUID(key.hashCode(), version));
    }

    byte[] bytes() {
        return said.toByteArray();
    }

    /// One message and no more, on a stream of its own.
    int ask(MethodDescriptor<?, ?> method, MessageLite message) {
        int number = begin(method);
        say(number, message, true);
        return number;
    }

    /// The headers of a call, on the stream whose number it gives.
    int begin(MethodDescriptor<?, ?> method) {
        return begin(new DefaultHttp2Headers(false).method("POST").scheme("http").authority("localhost")
                .path("/" + method.getFullMethodName()).add("te", "trailers").add("content-type", "application/grpc")
                .add("bailiwick-protocol", "1"));
    }

    private int begin(Http2Headers headers) {
        stream += 2;
        var encoded = Unpooled.buffer();
        try {
            encoder.encodeHeaders(stream, headers, encoded);
        } catch (Http2Exception e) {
            throw new IllegalStateException(e);
        }
        add(HEADERS, END_HEADERS, stream, ByteBufUtil.getBytes(encoded));
        return stream;
    }

    /// A call with two paths, which HTTP/2 does not know.
    void beginWithTwoPaths(MethodDescriptor<?, ?> method) {
        var headers = new DefaultHttp2Headers(false).method("POST").scheme("http");
        headers.add(":path", "/" + method.getFullMethodName());
        headers.add(":path", "/" + method.getFullMethodName());
        begin(headers);
    }

    void say(int stream, MessageLite message, boolean last) {
        var bytes = message.toByteArray();
        add(DATA, last ? END_STREAM : 0, stream,
                ByteBuffer.allocate(5 + bytes.length).put((byte) 0).putInt(bytes.length).put(bytes).array());
    }

    private void add(int type, int flags, int stream, byte[] payload) {
        said.writeBytes(frame(type, flags, stream, payload));
    }

    private static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length).put((byte) (payload.length >> 16))
                .putShort((short) payload.length).put((byte) type).put((byte) flags).putInt(stream).put(payload)
                .array();
    }
}
