package dev.bailiwick.store;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// An event to be appended: a type, a payload, and metadata for correlation and the like. Immutable.
///
/// Metadata cannot be erased; keep personal data in the payload.
public final class NewEvent {
    private static final SortedMap<String, String> NO_METADATA = Collections.emptySortedMap();

    private final String type;
    private final byte[] payload;
    private final SortedMap<String, String> metadata;

    private NewEvent(String type, byte[] payload, SortedMap<String, String> metadata) {
        this.type = type;
        this.payload = payload;
        this.metadata = metadata;
    }

    /// An event without metadata.
    ///
    /// @param type a name of 1 to [Limits#MAX_TYPE_BYTES] bytes that is not blank
    /// @param payload copied; at most [Limits#MAX_PAYLOAD_BYTES], and may be empty
    public static NewEvent of(String type, byte[] payload) {
        EventTypes.check(type);
        Limits.check("payload bytes", payload.length, Limits.MAX_PAYLOAD_BYTES);
        return new NewEvent(type, payload.clone(), NO_METADATA);
    }

    /// A copy with this metadata instead.
    public NewEvent withMetadata(Map<String, String> replacement) {
        var copy = Collections.unmodifiableSortedMap(new TreeMap<>(replacement));
        Limits.check("metadata entries", copy.size(), Limits.MAX_METADATA_ENTRIES);
        long bytes = 0;
        for (var entry : copy.entrySet()) {
            bytes += Utf8.length(entry.getKey(), "metadata") + Utf8.length(entry.getValue(), "metadata");
        }
        Limits.check("metadata bytes", bytes, Limits.MAX_METADATA_BYTES);
        return new NewEvent(type, payload, copy);
    }

    /// A copy with one more metadata entry.
    public NewEvent withMetadata(String key, String value) {
        var extended = new TreeMap<>(metadata);
        extended.put(key, value);
        return withMetadata(extended);
    }

    public String type() {
        return type;
    }

    /// A copy of the payload.
    public byte[] payload() {
        return payload.clone();
    }

    /// A read-only view of the payload, without a copy.
    public ByteBuffer payloadBuffer() {
        return ByteBuffer.wrap(payload).asReadOnlyBuffer();
    }

    /// Sorted by key.
    public SortedMap<String, String> metadata() {
        return metadata;
    }

    /// What the event counts towards [Limits#MAX_REQUEST_BYTES].
    public int bytes() {
        return EventTypes.bytes(type, payload, metadata);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NewEvent that && type.equals(that.type) && Arrays.equals(payload, that.payload)
                && metadata.equals(that.metadata);
    }

    @Override
    public int hashCode() {
        return 31 * type.hashCode() + Arrays.hashCode(payload);
    }

    /// Without the payload, which may be confidential.
    @Override
    public String toString() {
        return "NewEvent[" + type + ", " + payload.length + " bytes]";
    }
}
