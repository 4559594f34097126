package dev.bailiwick.benchmarks;

import dev.bailiwick.placement.ShardIdentifier;
import dev.bailiwick.placement.ShardedUUID;
import dev.bailiwick.store.AppendRequest;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.NewEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/// Makes appends of 256-byte events, each under a command id of its own. Thread-safe.
final class Requests {
    static final int PAYLOAD_BYTES = 256;
    static final String EVENT_TYPE = "OrderPlaced";

    private static final int PAYLOADS = 64;

    private final byte[][] payloads = new byte[PAYLOADS][PAYLOAD_BYTES];

    Requests() {
        var random = new Random(1);
        for (var payload : payloads) {
            random.nextBytes(payload);
        }
    }

    static UUID commandId() {
        return ShardedUUID.generate(ShardIdentifier.DEFAULT).value();
    }

    byte[] payload(int number) {
        return payloads[number & (PAYLOADS - 1)];
    }

    AppendRequest one(long aggregate, ExpectedVersion expected) {
        return AppendRequest.builder().commandId(commandId())
                .write(Population.key(aggregate), expected, event((int) aggregate)).build();
    }

    AppendRequest batch(long aggregate, ExpectedVersion expected, int size) {
        return size == 1
                ? one(aggregate, expected)
                : AppendRequest.builder().commandId(commandId())
                        .write(Population.key(aggregate), expected, events(size))
                        .build();
    }

    NewEvent event(int number) {
        return NewEvent.of(EVENT_TYPE, payload(number));
    }

    private List<NewEvent> events(int size) {
        var events = new ArrayList<NewEvent>(size);
        for (int i = 0; i < size; i++) {
            events.add(event(i));
        }
        return events;
    }
}
