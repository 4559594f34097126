package dev.bailiwick.store;

import dev.bailiwick.placement.AggregateKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.UUID;

/// An event as the store holds it. Immutable.
public final class RecordedEvent {
    private final AggregateKey key;
    private final long version;
    private final String type;
    private final SortedMap<String, String> metadata;
    private final byte[] payload;
    private final boolean erased;
    private final CommitStamp stamp;
    private final Hash256 hash;

    /// For implementations of the store. Takes ownership of `payload`, which is empty for an erased event, and of `metadata`.
    public RecordedEvent(AggregateKey key, long version, String type, SortedMap<String, String> metadata,
            byte[] payload,
            boolean erased, CommitStamp stamp, Hash256 hash) {
        this.key = key;
        this.version = version;
        this.type = type;
        this.metadata = metadata;
        this.payload = payload;
        this.erased = erased;
        this.stamp = stamp;
        this.hash = hash;
    }

    public AggregateKey key() {
        return key;
    }

    /// The place in the aggregate: 1, 2, 3 without gaps.
    public long version() {
        return version;
    }

    public String type() {
        return type;
    }

    /// A copy of the payload; empty for an erased event.
    public byte[] payload() {
        return payload.clone();
    }

    /// Sorted by key.
    public SortedMap<String, String> metadata() {
        return metadata;
    }

    public Instant recordedAt() {
        return stamp.recordedAt();
    }

    /// Identifies the event wherever it is copied to: a version-8 UUID of the first bits of its hash.
    public UUID eventId() {
        return hash.toUuid();
    }

    public int partition() {
        return stamp.partition();
    }

    /// The place of the event's commit in its partition's feed. Events of one commit share it. 0 where a server does not tell it.
    public long sequence() {
        return stamp.sequence();
    }

    /// The same event for somebody who may not know how many commits there are.
    public RecordedEvent withoutSequence() {
        return new RecordedEvent(key, version, type, metadata, payload, erased, stamp.withoutSequence(), hash);
    }

    /// The aggregate's hash chain up to and including this event.
    public Hash256 hash() {
        return hash;
    }

    /// Whether the payload was erased.
    public boolean erased() {
        return erased;
    }

    /// What the event counts towards [ReadRequest#maxBytes].
    public int bytes() {
        return EventTypes.bytes(type, payload, metadata);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RecordedEvent that && key.equals(that.key) && version == that.version
                && type.equals(that.type) && metadata.equals(that.metadata) && Arrays.equals(payload, that.payload)
                && erased == that.erased && stamp.equals(that.stamp) && hash.equals(that.hash);
    }

    @Override
    public int hashCode() {
        return hash.hashCode();
    }

    /// Without the payload, which may be confidential.
    @Override
    public String toString() {
        return "RecordedEvent[" + key + "@" + version + " " + type + ", "
                + (erased ? "erased" : payload.length + " bytes") + "]";
    }
}
