package dev.bailiwick.server;

import com.google.protobuf.ByteString;
import dev.bailiwick.protocol.v1.AggregateKey;
import dev.bailiwick.protocol.v1.AggregateWrite;
import dev.bailiwick.protocol.v1.AppendRequest;
import dev.bailiwick.protocol.v1.ExpectedVersion;
import dev.bailiwick.protocol.v1.NewEvent;
import dev.bailiwick.protocol.v1.Nothing;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.UUID;

/// Requests as bytes on the wire, made by hand.
final class Wire {
    private static final Metadata.Key<byte[]> ERROR = Metadata.Key.of("bailiwick-error-bin",
            Metadata.BINARY_BYTE_MARSHALLER);

    static final ExpectedVersion ANY = ExpectedVersion.newBuilder().setAny(Nothing.getDefaultInstance()).build();

    private Wire() {
    }

    static ByteString id(UUID id) {
        return ByteString.copyFrom(ByteBuffer.allocate(16).putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits()).array());
    }

    static AggregateKey key(dev.bailiwick.placement.AggregateKey key) {
        return AggregateKey.newBuilder().setOrgId(id(key.orgId())).setAggregateTypeId(id(key.aggregateTypeId()))
                .setAggregateId(id(key.aggregateId())).build();
    }

    static AppendRequest append(dev.bailiwick.placement.AggregateKey key, String payload) {
        return AppendRequest.newBuilder()
                .addWrites(AggregateWrite.newBuilder().setKey(key(key)).setExpected(ANY).addEvents(
                        NewEvent.newBuilder().setType("Noted").setPayload(ByteString.copyFromUtf8(payload))))
                .build();
    }

    /// Status, description and error of a refusal: everything that a client can see of it.
    static String seen(StatusRuntimeException refusal) {
        var trailers = Objects.requireNonNull(refusal.getTrailers());
        var error = trailers.get(ERROR);
        return refusal.getStatus().getCode() + " " + refusal.getStatus().getDescription() + " "
                + (error == null ? "" : ByteString.copyFrom(error).toStringUtf8());
    }

    static Status.Code code(StatusRuntimeException refusal) {
        return refusal.getStatus().getCode();
    }
}
