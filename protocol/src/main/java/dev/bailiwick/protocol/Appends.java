package dev.bailiwick.protocol;

import com.google.protobuf.ByteString;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.protocol.v1.AppendResponse;
import dev.bailiwick.protocol.v1.CommitPlace;
import dev.bailiwick.store.AggregateWrite;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.InvalidRequestException;
import dev.bailiwick.store.NewEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Appends and their results as messages.
public final class Appends {
    private Appends() {
    }

    /// A request under this id.
    ///
    /// @param commandId the request's own, or one that was made for it
    public static dev.bailiwick.protocol.v1.AppendRequest encode(AppendRequest request, UUID commandId) {
        var message = dev.bailiwick.protocol.v1.AppendRequest.newBuilder().setCommandId(Values.encode(commandId));
        for (var write : request.writes()) {
            var into = message.addWritesBuilder().setKey(Values.encode(write.key()))
                    .setExpected(Values.encode(write.expected()));
            for (var event : write.events()) {
                into.addEvents(encode(event));
            }
        }
        return message.build();
    }

    public static AppendRequest decode(dev.bailiwick.protocol.v1.AppendRequest message) {
        var writes = new ArrayList<AggregateWrite>(message.getWritesCount());
        for (var write : message.getWritesList()) {
            writes.add(new AggregateWrite(Values.decode(write.getKey()), Values.decode(write.getExpected()),
                    events(write.getEventsList())));
        }
        return new AppendRequest(Values.optionalId(message.getCommandId(), "command id"), writes);
    }

    /// The result of `request`.
    public static AppendResponse encode(AppendRequest request, AppendResult result) {
        var message = AppendResponse.newBuilder().setDuplicate(result.duplicate());
        for (var write : request.writes()) {
            message.addVersions(result.version(write.key()));
        }
        result.sequences().forEach((partition, sequence) -> message
                .addPlaces(CommitPlace.newBuilder().setPartition(partition).setSequence(sequence)));
        return message.build();
    }

    /// The result of `request`.
    public static AppendResult decode(AppendRequest request, AppendResponse message) {
        var writes = request.writes();
        if (message.getVersionsCount() != writes.size()) {
            throw new InvalidRequestException("versions",
                    "there is one for each of " + writes.size() + " aggregates, not " + message.getVersionsCount());
        }
        if (writes.size() == 1 && message.getPlacesCount() == 1) {
            var place = message.getPlaces(0);
            return new AppendResult(Map.of(writes.getFirst().key(), message.getVersions(0)),
                    Map.of(place.getPartition(), place.getSequence()), message.getDuplicate());
        }
        var versions = new HashMap<AggregateKey, Long>();
        for (int i = 0; i < writes.size(); i++) {
            versions.put(writes.get(i).key(), message.getVersions(i));
        }
        var sequences = new HashMap<Integer, Long>();
        message.getPlacesList().forEach(place -> sequences.put(place.getPartition(), place.getSequence()));
        return new AppendResult(versions, sequences, message.getDuplicate());
    }

    private static dev.bailiwick.protocol.v1.NewEvent encode(NewEvent event) {
        var message = dev.bailiwick.protocol.v1.NewEvent.newBuilder().setType(event.type())
                .setPayload(ByteString.copyFrom(event.payloadBuffer()));
        if (!event.metadata().isEmpty()) {
            message.putAllMetadata(event.metadata());
        }
        return message.build();
    }

    private static List<NewEvent> events(List<dev.bailiwick.protocol.v1.NewEvent> messages) {
        var events = new ArrayList<NewEvent>(messages.size());
        for (var message : messages) {
            var event = NewEvent.of(message.getType(), message.getPayload().toByteArray());
            events.add(message.getMetadataCount() == 0 ? event : event.withMetadata(message.getMetadataMap()));
        }
        return events;
    }
}
