package dev.bailiwick.protocol;

import com.google.protobuf.UnsafeByteOperations;
import dev.bailiwick.protocol.v1.ReadResponse;
import dev.bailiwick.store.CommitStamp;
import dev.bailiwick.store.Direction;
import dev.bailiwick.store.EventPage;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.ReadRequest;
import dev.bailiwick.store.RecordedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads, pages and recorded events as messages.
public final class Reads {
    private Reads() {
    }

    public static dev.bailiwick.protocol.v1.ReadRequest encode(ReadRequest request) {
        return dev.bailiwick.protocol.v1.ReadRequest.newBuilder().setKey(Values.encode(request.key()))
                .setBackwards(request.direction() == Direction.BACKWARDS).setFromVersion(request.from().orElse(0))
                .setLimit(request.limit()).setMaxBytes(request.maxBytes()).addAllEventTypes(request.eventTypes())
                .build();
    }

    public static ReadRequest decode(dev.bailiwick.protocol.v1.ReadRequest message) {
        long from = message.getFromVersion();
        return new ReadRequest(Values.decode(message.getKey()),
                message.getBackwards() ? Direction.BACKWARDS : Direction.FORWARDS,
                from == 0 ? OptionalLong.empty() : OptionalLong.of(from),
                message.getLimit() == 0 ? Limits.DEFAULT_PAGE_EVENTS : message.getLimit(),
                message.getMaxBytes() == 0 ? Limits.DEFAULT_PAGE_BYTES : message.getMaxBytes(),
                new LinkedHashSet<>(message.getEventTypesList()));
    }

    public static ReadResponse encode(EventPage page) {
        return ReadResponse.newBuilder().addAllEvents(messages(page.events()))
                .setNextVersion(page.next().map(next -> next.from().orElseThrow()).orElse(0L))
                .setFirstVersion(page.firstVersion()).setVersion(page.version()).build();
    }

    /// The page that `request` asked for.
    public static EventPage decode(ReadRequest request, ReadResponse message) {
        long next = message.getNextVersion();
        return new EventPage(events(message.getEventsList()),
                next == 0 ? Optional.empty() : Optional.of(request.from(next)),
                message.getFirstVersion(), message.getVersion());
    }

    static List<dev.bailiwick.protocol.v1.RecordedEvent> messages(Collection<RecordedEvent> events) {
        var messages = new ArrayList<dev.bailiwick.protocol.v1.RecordedEvent>(events.size());
        events.forEach(event -> messages.add(encode(event)));
        return messages;
    }

    static List<RecordedEvent> events(Collection<dev.bailiwick.protocol.v1.RecordedEvent> messages) {
        var events = new ArrayList<RecordedEvent>(messages.size());
        messages.forEach(message -> events.add(decode(message)));
        return events;
    }

    private static dev.bailiwick.protocol.v1.RecordedEvent encode(RecordedEvent event) {
        var message = dev.bailiwick.protocol.v1.RecordedEvent.newBuilder().setKey(Values.encode(event.key()))
                .setVersion(event.version()).setType(event.type())
                .setPayload(UnsafeByteOperations.unsafeWrap(event.payload())).setErased(event.erased())
                .setPartition(event.partition()).setSequence(event.sequence())
                .setRecordedAtMs(event.recordedAt().toEpochMilli()).setHash(Values.encode(event.hash()));
        if (!event.metadata().isEmpty()) {
            message.putAllMetadata(event.metadata());
        }
        return message.build();
    }

    private static RecordedEvent decode(dev.bailiwick.protocol.v1.RecordedEvent message) {
        var stamp = new CommitStamp(message.getPartition(), message.getSequence(),
                Instant.ofEpochMilli(message.getRecordedAtMs()));
        return new RecordedEvent(Values.decode(message.getKey()), message.getVersion(), message.getType(),
                sorted(message.getMetadataMap()), message.getPayload().toByteArray(), message.getErased(), stamp,
                Values.hash(message.getHash()));
    }

    private static SortedMap<String, String> sorted(Map<String, String> metadata) {
        return metadata.isEmpty()
                ? Collections.emptySortedMap()
                : Collections.unmodifiableSortedMap(new TreeMap<>(metadata));
    }
}
