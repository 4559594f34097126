package dev.bailiwick.store;

import java.util.Map;

/// What holds for the type and the size of every event, new or recorded.
final class EventTypes {
    private EventTypes() {
    }

    static String check(String type) {
        if (type.isBlank()) {
            throw new InvalidRequestException("event type", "it is not blank");
        }
        Limits.check("event type bytes", Utf8.length(type, "event type"), Limits.MAX_TYPE_BYTES);
        return type;
    }

    static int bytes(String type, byte[] payload, Map<String, String> metadata) {
        long bytes = Utf8.length(type, "event type") + payload.length;
        for (var entry : metadata.entrySet()) {
            bytes += Utf8.length(entry.getKey(), "metadata") + Utf8.length(entry.getValue(), "metadata");
        }
        return Math.toIntExact(bytes);
    }
}
