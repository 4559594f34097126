package dev.bailiwick.cli;

import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.Limits;
import dev.bailiwick.store.NewEvent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads events from lines of JSON: `{"type": "Placed", "payload": {"total": 12}, "metadata": {"by": "ann"}}`.
///
/// A payload that is a JSON string is its text; any other value is stored as it was written. `payloadBase64` takes bytes. What
/// `read --json` prints besides, such as the version, is passed over, so that its lines can be appended elsewhere. Any other member
/// is refused, since it may be one of these with a letter missing.
final class EventLines {
    /// All lines together. With every byte escaped, the largest request would be larger; nobody writes that.
    static final int MAX_BYTES = 32 << 20;
    private static final Set<String> PASSED_OVER = Set.of("key", "version", "recordedAt", "eventId", "partition",
            "sequence", "hash", "change", "commandId", "erased");

    private final Optional<String> defaultType;
    private final Map<String, String> defaultMetadata;

    EventLines(Optional<String> defaultType, Map<String, String> defaultMetadata) {
        this.defaultType = defaultType;
        this.defaultMetadata = defaultMetadata;
    }

    /// Empty lines are passed over.
    List<NewEvent> read(InputStream in) throws IOException {
        var events = new ArrayList<NewEvent>();
        int number = 0;
        for (var line : text(in).lines().toList()) {
            number++;
            if (!line.isBlank()) {
                try {
                    events.add(event(line));
                } catch (IllegalArgumentException | BailiwickException e) {
                    throw new BadInput("line " + number + " is no event: " + e.getMessage(), e);
                }
            }
            if (events.size() > Limits.MAX_EVENTS_PER_REQUEST) {
                throw new BadInput("there are more than the " + Limits.MAX_EVENTS_PER_REQUEST
                        + " events that one append may have");
            }
        }
        if (events.isEmpty()) {
            throw new BadInput("standard input has no line with an event");
        }
        return events;
    }

    private static String text(InputStream in) throws IOException {
        var bytes = in.readNBytes(MAX_BYTES + 1);
        if (bytes.length > MAX_BYTES) {
            throw new BadInput("standard input has more than " + MAX_BYTES + " bytes of lines");
        }
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException e) {
            throw new BadInput("standard input is not UTF-8", e);
        }
    }

    private NewEvent event(String line) {
        if (!(JsonReader.read(line) instanceof JsonValue.Members object)) {
            throw new IllegalArgumentException("it is not a JSON object");
        }
        var members = object.members();
        members.keySet().stream()
                .filter(name -> !PASSED_OVER.contains(name)
                        && !Set.of("type", "payload", "payloadBase64", "metadata").contains(name))
                .findFirst().ifPresent(name -> {
                    throw new IllegalArgumentException("an event has no '" + name + "'");
                });
        var type = Optional.ofNullable(members.get("type")).map(value -> text("type", value)).or(() -> defaultType)
                .orElseThrow(() -> new IllegalArgumentException("it has no type, and --type gives none"));
        return NewEvent.of(type, payload(members)).withMetadata(metadata(members.get("metadata")));
    }

    private static byte[] payload(Map<String, JsonValue> members) {
        var plain = members.get("payload");
        var encoded = members.get("payloadBase64");
        if (plain != null && encoded == null) {
            return (plain instanceof JsonValue.Text text ? text.value() : plain.source())
                    .getBytes(StandardCharsets.UTF_8);
        }
        if (encoded != null && plain == null) {
            return bytes(text("payloadBase64", encoded));
        }
        throw new IllegalArgumentException("an event has either a payload or a payloadBase64");
    }

    private static byte[] bytes(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("payloadBase64 is not base64", e);
        }
    }

    private Map<String, String> metadata(@Nullable JsonValue value) {
        var metadata = new TreeMap<>(defaultMetadata);
        if (value == null) {
            return metadata;
        }
        if (!(value instanceof JsonValue.Members object)) {
            throw new IllegalArgumentException("metadata is a JSON object");
        }
        object.members().forEach((name, member) -> metadata.put(name, text("metadata '" + name + "'", member)));
        return metadata;
    }

    private static String text(String what, JsonValue value) {
        if (value instanceof JsonValue.Text text) {
            return text.value();
        }
        throw new IllegalArgumentException(what + " is a JSON string");
    }
}
