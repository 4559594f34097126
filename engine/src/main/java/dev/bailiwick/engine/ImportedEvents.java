package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.Place;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateState;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/// Events of one aggregate that another store recorded in one commit, on their way into the log. Writes the body of its frame itself.
///
/// @param before the head before; null for a new aggregate
/// @param recordedMs when they were recorded
/// @param hashes those of all events
/// @param bodies of all events as [Decisions#writeEvent] writes them, one behind the other
@SuppressWarnings("ArrayRecordComponent") // belongs to one decision, never compared
record ImportedEvents(Place place, AggregateKey key, @Nullable Head before, long recordedMs, Hash256[] hashes,
        byte[] bodies) implements Decisions.Body {

    private static final int FIXED_BYTES = 256;

    @Override
    public byte kind() {
        return Decisions.IMPORTED;
    }

    @Override
    public int maxBytes() {
        return FIXED_BYTES + hashes.length * Hash256.BYTES + bodies.length;
    }

    /// As [Decisions#rewritten] would.
    @Override
    public void write(ByteBuffer out) {
        BodyWriter.varint(out, recordedMs);
        BodyWriter.uuid(out, key.orgId());
        out.put((byte) 0); // no command
        BodyWriter.varint(out, 1);
        BodyWriter.place(out, place);
        BodyWriter.varint(out, 1);
        BodyWriter.uuid(out, key.aggregateTypeId());
        BodyWriter.uuid(out, key.aggregateId());
        BodyWriter.varint(out, place.partition());
        BodyWriter.varint(out, version() + 1);
        BodyWriter.varint(out, firstReadable());
        BodyWriter.varint(out, hashes.length);
        for (var hash : hashes) {
            BodyWriter.hash(out, hash);
        }
        out.put(bodies);
    }

    int events() {
        return hashes.length;
    }

    Head after() {
        return new Head(version() + hashes.length, firstReadable(), AggregateState.LIVE, hashes[hashes.length - 1],
                recordedMs);
    }

    private long version() {
        return before == null ? 0 : before.version();
    }

    private long firstReadable() {
        return before == null ? 1 : before.firstVersion();
    }
}
