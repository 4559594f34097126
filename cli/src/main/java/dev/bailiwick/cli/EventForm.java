package dev.bailiwick.cli;

import dev.bailiwick.store.RecordedEvent;
import java.util.List;
import java.util.stream.Collectors;

/// An event as a line of JSON or as a row of a table. `docs/cli.md` describes both.
final class EventForm {
    private EventForm() {
    }

    static JsonWriter json(RecordedEvent event) {
        return put(new JsonWriter(), event);
    }

    static JsonWriter put(JsonWriter json, RecordedEvent event) {
        json.put("key", event.key().toString()).put("version", event.version()).put("type", event.type());
        if (event.erased()) {
            json.put("erased", true);
        } else {
            var payload = event.payload();
            PayloadText.of(payload).ifPresentOrElse(text -> json.put("payload", text),
                    () -> json.put("payloadBase64", PayloadText.base64(payload)));
        }
        return json.put("metadata", event.metadata()).put("recordedAt", event.recordedAt().toString())
                .put("eventId", event.eventId().toString()).put("partition", event.partition())
                .put("sequence", event.sequence()).put("hash", event.hash().toString());
    }

    /// Version, time, type, payload, metadata.
    static List<String> row(RecordedEvent event) {
        return List.of(Long.toString(event.version()), event.recordedAt().toString(), event.type(), payload(event),
                metadata(event));
    }

    static String payload(RecordedEvent event) {
        return event.erased() ? "(erased)" : PayloadText.shown(event.payload());
    }

    private static String metadata(RecordedEvent event) {
        return event.metadata().entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
