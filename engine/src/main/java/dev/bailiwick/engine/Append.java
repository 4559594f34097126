package dev.bailiwick.engine;

import dev.bailiwick.engine.Decision.Place;
import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AppendResult;
import dev.bailiwick.store.Hash256;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An append that was decided: the request as it was prepared, and the versions, places and hashes that its events got. Writes the
/// body of its frame itself.
///
/// @param bucket of the command
/// @param places in each partition that is touched
/// @param before the heads before, in the order of the request; null for a new aggregate
/// @param hashes those of all events
@SuppressWarnings("ArrayRecordComponent") // belongs to one decision, never compared
record Append(Prepared prepared, long bucket, List<Place> places, @Nullable Head[] before,
        Hash256[] hashes) implements Decisions.Body {

    private static final int FIXED_BYTES = 128;
    private static final int STREAM_BYTES = 32 + 4 * BodyWriter.MAX_VARINT_BYTES;
    private static final int PLACE_BYTES = 3 * BodyWriter.MAX_VARINT_BYTES;

    @Override
    public byte kind() {
        return Decisions.APPENDED;
    }

    @Override
    public int maxBytes() {
        return FIXED_BYTES + places.size() * PLACE_BYTES + streams() * STREAM_BYTES + hashes.length * Hash256.BYTES
                + prepared.bodies().length;
    }

    @Override
    public void write(ByteBuffer out) {
        BodyWriter.uuid(out, key(0).orgId());
        out.put((byte) (prepared.fingerprint() == null ? 0 : 1));
        if (prepared.fingerprint() != null) {
            BodyWriter.uuid(out, prepared.request().commandId().orElseThrow());
            out.putLong(prepared.fingerprint().a()).putLong(prepared.fingerprint().b());
            BodyWriter.varint(out, bucket);
        }
        BodyWriter.places(out, places);
        BodyWriter.varint(out, streams());
        int event = 0;
        int bodyStart = 0;
        for (int i = 0; i < streams(); i++) {
            writeStreamHead(out, i);
            for (int last = event + events(i); event < last; event++) {
                BodyWriter.hash(out, hashes[event]);
            }
            int bodyEnd = prepared.bodyEnds()[i];
            out.put(prepared.bodies(), bodyStart, bodyEnd - bodyStart);
            bodyStart = bodyEnd;
        }
    }

    AggregateKey key(int stream) {
        return prepared.request().writes().get(stream).key();
    }

    int streams() {
        return before.length;
    }

    int events(int stream) {
        return prepared.request().writes().get(stream).events().size();
    }

    long firstVersion(int stream) {
        var head = before[stream];
        return head == null ? 1 : head.version() + 1;
    }

    long lastVersion(int stream) {
        return firstVersion(stream) + events(stream) - 1;
    }

    long firstReadable(int stream) {
        var head = before[stream];
        return head == null ? 1 : head.firstVersion();
    }

    AppendResult result() {
        if (streams() == 1) {
            return new AppendResult(Map.of(key(0), lastVersion(0)),
                    Map.of(places.getFirst().partition(), places.getFirst().sequence()), false);
        }
        var versions = new HashMap<AggregateKey, Long>();
        for (int i = 0; i < streams(); i++) {
            versions.put(key(i), lastVersion(i));
        }
        var sequences = new HashMap<Integer, Long>();
        places.forEach(place -> sequences.put(place.partition(), place.sequence()));
        return new AppendResult(versions, sequences, false);
    }

    private void writeStreamHead(ByteBuffer out, int stream) {
        BodyWriter.uuid(out, key(stream).aggregateTypeId());
        BodyWriter.uuid(out, key(stream).aggregateId());
        BodyWriter.varint(out, prepared.partitions()[stream]);
        BodyWriter.varint(out, firstVersion(stream));
        BodyWriter.varint(out, firstReadable(stream));
        BodyWriter.varint(out, events(stream));
    }
}
