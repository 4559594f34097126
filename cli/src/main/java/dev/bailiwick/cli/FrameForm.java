package dev.bailiwick.cli;

import dev.bailiwick.engine.FrameFacts;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/// A frame as a line of JSON or as a row of a table. `docs/cli.md` describes both.
final class FrameForm {
    /// Aggregates that a row names.
    private static final int MAX_NAMED = 2;

    private FrameForm() {
    }

    static RunningTable table(Output out) {
        return new RunningTable(out, "segment", "offset", "bytes", "sequence", "kind", "recorded at", "partitions",
                "aggregates");
    }

    static List<String> row(FrameFacts frame) {
        return List.of(Long.toString(frame.segmentId()), Long.toString(frame.offset()), Integer.toString(frame.bytes()),
                Long.toString(frame.sequence()), frame.kind(), frame.at().toString(),
                frame.places().stream().map(place -> place.partition() + " at " + place.sequence())
                        .collect(Collectors.joining(", ")),
                frame.problem().orElseGet(() -> streams(frame)));
    }

    static JsonWriter json(FrameFacts frame) {
        var line = new JsonWriter().put("segment", frame.segmentId()).put("offset", frame.offset())
                .put("bytes", frame.bytes()).put("sequence", frame.sequence()).put("kind", frame.kind())
                .put("recordedAt", frame.at().toString()).put("durableUpTo", frame.durableUpTo())
                .put("partitions", frame.places().stream().map(place -> new JsonWriter()
                        .put("partition", place.partition()).put("sequence", place.sequence())).toList())
                .put("aggregates", frame.streams().stream().map(FrameForm::json).toList());
        frame.commandId().map(UUID::toString).ifPresent(id -> line.put("commandId", id));
        frame.problem().ifPresent(problem -> line.put("problem", problem));
        return line;
    }

    private static JsonWriter json(FrameFacts.Stream stream) {
        var line = new JsonWriter().put("key", stream.key().toString()).put("version", stream.version())
                .put("firstReadable", stream.firstReadable());
        return stream.events() > 0 ? line.put("firstVersion", stream.firstVersion()) : line;
    }

    private static String streams(FrameFacts frame) {
        var named = frame.streams().stream().limit(MAX_NAMED).map(FrameForm::stream)
                .collect(Collectors.joining(", "));
        int more = frame.streams().size() - MAX_NAMED;
        return more > 0 ? named + " and " + more + " more" : named;
    }

    private static String stream(FrameFacts.Stream stream) {
        if (stream.events() == 0) {
            return stream.key().aggregateId() + " readable from " + stream.firstReadable();
        }
        return stream.key().aggregateId() + (stream.events() == 1
                ? " version " + stream.version()
                : " versions " + stream.firstVersion() + " to " + stream.version());
    }
}
