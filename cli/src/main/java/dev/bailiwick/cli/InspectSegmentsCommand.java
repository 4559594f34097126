package dev.bailiwick.cli;

import dev.bailiwick.engine.SegmentFacts;
import dev.bailiwick.engine.StoreInspection;
import dev.bailiwick.placement.ShardIdentifier;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints the segments of all shards, or of one.
@Command(name = "segments", description = {"List the files of the log with what is in them.", "",
        "Reads all of them, and checks that every frame is whole and nothing is between them."}, //
        footer = {"  bailiwick inspect segments --data ./data",
                "  bailiwick inspect segments 0/1 --data ./data --json"})
final class InspectSegmentsCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final InspectedStore store = new InspectedStore();

    @Parameters(index = "0", arity = "0..1", paramLabel = "SHARD", converter = WrittenShard.class, //
            description = "One shard, GROUP/MEMBER. Default: all.")
    private @Nullable ShardIdentifier shard;

    @Override
    public Integer call() {
        var inspection = store.inspection();
        var out = Output.of(spec);
        var table = new RunningTable(out, "shard", "segment", "state", "sequences", "used bytes", "of", "frames",
                "from",
                "to");
        var problems = new ArrayList<String>();
        for (var each : shard == null ? inspection.shards() : List.of(shard)) {
            problems.addAll(print(inspection, each, out, table));
        }
        return store.conclude(out, problems);
    }

    private List<String> print(StoreInspection inspection, ShardIdentifier each, Output out, RunningTable table) {
        var problems = new ArrayList<>(inspection.problems(each));
        var segments = inspection.segments(each);
        if (store.json()) {
            segments.forEach(segment -> out.line(json(segment).toString()));
        } else {
            table.print(segments.stream().map(InspectSegmentsCommand::row).toList());
        }
        out.flush();
        segments.forEach(segment -> segment.problems()
                .forEach(problem -> problems.add("shard " + each + ", segment " + segment.id() + ": " + problem)));
        return problems;
    }

    private static List<String> row(SegmentFacts segment) {
        return List.of(segment.shard().toString(), Long.toString(segment.id()), label(segment.state()),
                segment.firstSequence() == 0 ? "none" : segment.firstSequence() + " to " + segment.lastSequence(),
                String.format(Locale.ROOT, "%,d", segment.usedBytes()),
                String.format(Locale.ROOT, "%,d", segment.fileBytes()),
                segment.framesByKind().entrySet().stream().map(kind -> kind.getValue() + " " + kind.getKey())
                        .collect(Collectors.joining(", ")),
                segment.firstAt().map(Instant::toString).orElse(""),
                segment.lastAt().map(Instant::toString).orElse(""));
    }

    private static JsonWriter json(SegmentFacts segment) {
        var frames = new JsonWriter();
        segment.framesByKind().forEach(frames::put);
        var line = new JsonWriter().put("shard", segment.shard().toString()).put("segment", segment.id())
                .put("state", label(segment.state())).put("firstSequence", segment.firstSequence())
                .put("lastSequence", segment.lastSequence()).put("usedBytes", segment.usedBytes())
                .put("fileBytes", segment.fileBytes()).put("frames", frames);
        segment.firstAt().ifPresent(at -> line.put("firstAt", at.toString()));
        segment.lastAt().ifPresent(at -> line.put("lastAt", at.toString()));
        return line;
    }

    private static String label(SegmentFacts.State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }
}
