package dev.bailiwick.protocol;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.placement.RoutingRule;
import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.protocol.v1.Nothing;
import dev.bailiwick.store.AggregateDetails;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Hash256;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.Recreation;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;

/// Ids, keys and other small values as messages.
public final class Values {
    private static final int ID_BYTES = 16;

    private Values() {
    }

    public static ByteString encode(UUID id) {
        return UnsafeByteOperations.unsafeWrap(ByteBuffer.allocate(ID_BYTES).putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits()).flip());
    }

    public static UUID id(ByteString bytes, String field) {
        if (bytes.size() != ID_BYTES) {
            throw new InvalidRequestException(field, "it has " + ID_BYTES + " bytes, not " + bytes.size());
        }
        var in = bytes.asReadOnlyByteBuffer();
        return new UUID(in.getLong(), in.getLong());
    }

    /// An id, or empty where there are no bytes.
    public static Optional<UUID> optionalId(ByteString bytes, String field) {
        return bytes.isEmpty() ? Optional.empty() : Optional.of(id(bytes, field));
    }

    public static dev.bailiwick.protocol.v1.AggregateKey encode(AggregateKey key) {
        return dev.bailiwick.protocol.v1.AggregateKey.newBuilder().setOrgId(encode(key.orgId()))
                .setAggregateTypeId(encode(key.aggregateTypeId())).setAggregateId(encode(key.aggregateId())).build();
    }

    public static AggregateKey decode(dev.bailiwick.protocol.v1.AggregateKey key) {
        return new AggregateKey(id(key.getOrgId(), "org id"), id(key.getAggregateTypeId(), "aggregate type id"),
                id(key.getAggregateId(), "aggregate id"));
    }

    public static ByteString encode(Hash256 hash) {
        return UnsafeByteOperations.unsafeWrap(hash.toBytes());
    }

    public static Hash256 hash(ByteString bytes) {
        if (bytes.size() != Hash256.BYTES) {
            throw new InvalidRequestException("hash", "it has " + Hash256.BYTES + " bytes, not " + bytes.size());
        }
        return Hash256.read(bytes.asReadOnlyByteBuffer());
    }

    public static dev.bailiwick.protocol.v1.ShardIdentifier encode(ShardIdentifier shard) {
        return dev.bailiwick.protocol.v1.ShardIdentifier.newBuilder().setGroup(shard.group())
                .setMember(shard.member()).build();
    }

    public static ShardIdentifier decode(dev.bailiwick.protocol.v1.ShardIdentifier shard) {
        return ShardIdentifier.of(shard.getGroup(), shard.getMember());
    }

    public static dev.bailiwick.protocol.v1.ExpectedVersion encode(ExpectedVersion expected) {
        var message = dev.bailiwick.protocol.v1.ExpectedVersion.newBuilder();
        switch (expected) {
            case ExpectedVersion.Any ignored -> message.setAny(Nothing.getDefaultInstance());
            case ExpectedVersion.NoStream ignored -> message.setNoStream(Nothing.getDefaultInstance());
            case ExpectedVersion.Exists ignored -> message.setExists(Nothing.getDefaultInstance());
            case ExpectedVersion.Exactly exactly -> message.setExactly(exactly.version());
        }
        return message.build();
    }

    public static ExpectedVersion decode(dev.bailiwick.protocol.v1.ExpectedVersion expected) {
        return switch (expected.getExpectationCase()) {
            case ANY -> ExpectedVersion.any();
            case NO_STREAM -> ExpectedVersion.noStream();
            case EXISTS -> ExpectedVersion.exists();
            case EXACTLY -> ExpectedVersion.exactly(expected.getExactly());
            case EXPECTATION_NOT_SET ->
                throw new InvalidRequestException("expected version", "it is any, no_stream, exists or exactly");
        };
    }

    public static dev.bailiwick.protocol.v1.Recreation encode(Recreation recreation) {
        return switch (recreation) {
            case ALLOWED -> dev.bailiwick.protocol.v1.Recreation.RECREATION_ALLOWED;
            case FORBIDDEN -> dev.bailiwick.protocol.v1.Recreation.RECREATION_FORBIDDEN;
        };
    }

    public static Recreation decode(dev.bailiwick.protocol.v1.Recreation recreation) {
        return switch (recreation) {
            case RECREATION_ALLOWED -> Recreation.ALLOWED;
            case RECREATION_FORBIDDEN -> Recreation.FORBIDDEN;
            case RECREATION_UNSPECIFIED, UNRECOGNIZED ->
                throw new InvalidRequestException("recreation", "it is allowed or forbidden");
        };
    }

    public static dev.bailiwick.protocol.v1.RoutingRule encode(RoutingRule rule) {
        return switch (rule) {
            case ORG_ID -> dev.bailiwick.protocol.v1.RoutingRule.ROUTING_RULE_ORG_ID;
            case AGGREGATE_TYPE_ID -> dev.bailiwick.protocol.v1.RoutingRule.ROUTING_RULE_AGGREGATE_TYPE_ID;
            case AGGREGATE_ID -> dev.bailiwick.protocol.v1.RoutingRule.ROUTING_RULE_AGGREGATE_ID;
        };
    }

    public static RoutingRule decode(dev.bailiwick.protocol.v1.RoutingRule rule) {
        return switch (rule) {
            case ROUTING_RULE_ORG_ID -> RoutingRule.ORG_ID;
            case ROUTING_RULE_AGGREGATE_TYPE_ID -> RoutingRule.AGGREGATE_TYPE_ID;
            case ROUTING_RULE_AGGREGATE_ID -> RoutingRule.AGGREGATE_ID;
            case ROUTING_RULE_UNSPECIFIED, UNRECOGNIZED ->
                throw new InvalidRequestException("routing rule", "this version knows no rule " + rule);
        };
    }

    public static dev.bailiwick.protocol.v1.AggregateDetails encode(AggregateDetails details) {
        return dev.bailiwick.protocol.v1.AggregateDetails.newBuilder().setKey(encode(details.key()))
                .setVersion(details.version()).setFirstVersion(details.firstVersion())
                .setState(encode(details.state())).setLastWriteAtMs(details.lastWriteAt().toEpochMilli()).build();
    }

    public static AggregateDetails decode(dev.bailiwick.protocol.v1.AggregateDetails details) {
        return new AggregateDetails(decode(details.getKey()), details.getVersion(), details.getFirstVersion(),
                decode(details.getState()), Instant.ofEpochMilli(details.getLastWriteAtMs()));
    }

    private static dev.bailiwick.protocol.v1.AggregateState encode(AggregateState state) {
        return switch (state) {
            case LIVE -> dev.bailiwick.protocol.v1.AggregateState.AGGREGATE_STATE_LIVE;
            case DELETED_RECREATABLE -> dev.bailiwick.protocol.v1.AggregateState.AGGREGATE_STATE_DELETED_RECREATABLE;
            case DELETED -> dev.bailiwick.protocol.v1.AggregateState.AGGREGATE_STATE_DELETED;
        };
    }

    private static AggregateState decode(dev.bailiwick.protocol.v1.AggregateState state) {
        return switch (state) {
            case AGGREGATE_STATE_LIVE -> AggregateState.LIVE;
            case AGGREGATE_STATE_DELETED_RECREATABLE -> AggregateState.DELETED_RECREATABLE;
            case AGGREGATE_STATE_DELETED -> AggregateState.DELETED;
            case AGGREGATE_STATE_UNSPECIFIED, UNRECOGNIZED ->
                throw new InvalidRequestException("aggregate state", "this version knows no state " + state);
        };
    }
}
