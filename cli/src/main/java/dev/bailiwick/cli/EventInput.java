package dev.bailiwick.cli;

import dev.bailiwick.store.Limits;
import dev.bailiwick.store.NewEvent;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// Where the events of an append come from: one payload, or many lines.
final class EventInput {
    private static final String STANDARD_INPUT = "-";

    @Option(names = "--type", paramLabel = "TYPE", //
            description = "The type of the event. With --lines, of those lines that have none.")
    private @Nullable String type;

    @Option(names = "--metadata", paramLabel = "KEY=VALUE", mapFallbackValue = "", //
            description = "Metadata of the event; may be given several times. With --lines, of every event that has not"
                    + " got that key itself. Metadata cannot be erased.")
    private Map<String, String> metadata = Map.of();

    @Option(names = "--file", paramLabel = "FILE", description = "Read the payload of the one event from a file.")
    private @Nullable Path file;

    @Option(names = "--lines", description = "Read events from standard input, one JSON object a line.")
    private boolean lines;

    /// @param payload what was given as an argument
    List<NewEvent> events(@Nullable String payload, InputStream in) throws IOException {
        int given = (payload == null ? 0 : 1) + (file == null ? 0 : 1) + (lines ? 1 : 0);
        if (given != 1) {
            throw new BadInput((given == 0 ? "what is the payload" : "which payload")
                    + "? Give it as one argument, or - to read it, or --file, or --lines");
        }
        if (lines) {
            return new EventLines(Optional.ofNullable(type), metadata).read(in);
        }
        if (type == null) {
            throw new BadInput("an event has a type: give --type");
        }
        return List.of(NewEvent.of(type, payload(payload, in)).withMetadata(metadata));
    }

    private byte[] payload(@Nullable String payload, InputStream in) throws IOException {
        if (file != null) {
            return ofFile(file);
        }
        if (STANDARD_INPUT.equals(payload)) {
            return bounded("standard input", in);
        }
        var text = String.valueOf(payload);
        BadInput.refusing("the payload cannot be taken: ", () -> {
            WrittenId.checkReadable(text);
            return text;
        });
        return bounded("the argument", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static byte[] ofFile(Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            return bounded(file.toString(), in);
        } catch (NoSuchFileException e) {
            throw new BadInput("there is no file " + file, e);
        } catch (AccessDeniedException e) {
            throw new BadInput("the file " + file + " may not be read", e);
        }
    }

    private static byte[] bounded(String what, InputStream in) throws IOException {
        var bytes = in.readNBytes(Limits.MAX_PAYLOAD_BYTES + 1);
        if (bytes.length > Limits.MAX_PAYLOAD_BYTES) {
            throw new BadInput(what + " has more than the " + Limits.MAX_PAYLOAD_BYTES
                    + " bytes that the payload of an event may have");
        }
        return bytes;
    }
}
