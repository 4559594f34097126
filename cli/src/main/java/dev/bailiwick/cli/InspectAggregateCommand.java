package dev.bailiwick.cli;

import dev.bailiwick.engine.AggregateStory;
import dev.bailiwick.placement.AggregateKey;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints where an aggregate is.
@Command(name = "aggregate", description = {"Print where an aggregate is: its frames, and what the index has of it.",
        "",
        "Reads the frames that the index names, and the segments that it does not have. Where it cannot be read, or with"
                + " --scan, the whole log of the shard is read."}, //
        footer = {"  bailiwick inspect aggregate acme/orders/order-4821 --data ./data",
                "  bailiwick inspect aggregate acme/orders/order-4821 --scan --data ./data --json"})
final class InspectAggregateCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final InspectedStore store = new InspectedStore();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "KEY", converter = WrittenId.Key.class, //
            description = "The aggregate, ORG/TYPE/ID, each a UUID, a number or a name.")
    private AggregateKey key;

    @Option(names = "--scan", description = "Read the whole log of the shard.")
    private boolean scan;

    @Override
    public Integer call() {
        var story = store.inspection().aggregate(key, scan);
        var out = Output.of(spec);
        if (store.json()) {
            out.line(json(story).toString());
            story.frames().forEach(frame -> out.line(FrameForm.json(frame).toString()));
        } else {
            print(story, out);
        }
        return store.conclude(out, story.problems());
    }

    private static void print(AggregateStory story, Output out) {
        out.line("key             " + story.key());
        out.line("partition       " + story.partition());
        out.line("shard           " + story.shard());
        out.line("indexed up to   " + (story.indexedUpTo() == 0 ? "no segment" : "segment " + story.indexedUpTo()));
        out.line("head in index   " + story.head()
                .map(head -> "version " + head.version() + ", readable from " + head.firstVersion() + ", "
                        + DetailsForm.label(head.state()))
                .orElse("none"));
        story.entries().forEach(entry -> out.line("index entry     versions " + entry.firstVersion() + " to "
                + entry.lastVersion() + " in segment " + entry.segmentId() + " at " + offsets(entry)));
        FrameForm.table(out).print(story.frames().stream().map(FrameForm::row).toList());
        if (story.frames().isEmpty()) {
            out.line("There is no frame of it" + (story.complete() ? "." : "; --scan reads the whole log."));
        }
    }

    private static String offsets(AggregateStory.LocationEntry entry) {
        return entry.offsets().stream().map(Object::toString).collect(Collectors.joining(", "));
    }

    private static JsonWriter json(AggregateStory story) {
        var line = new JsonWriter().put("key", story.key().toString()).put("partition", story.partition())
                .put("shard", story.shard().toString()).put("complete", story.complete())
                .put("indexedUpTo", story.indexedUpTo());
        story.head().ifPresent(head -> line.put("head", new JsonWriter().put("version", head.version())
                .put("firstVersion", head.firstVersion()).put("state", DetailsForm.label(head.state()))
                .put("hash", head.hash().toString())));
        List<JsonWriter> entries = story.entries().stream()
                .map(entry -> new JsonWriter().put("firstVersion", entry.firstVersion())
                        .put("lastVersion", entry.lastVersion()).put("segment", entry.segmentId())
                        .putNumbers("offsets", entry.offsets()))
                .toList();
        return line.put("entries", entries);
    }
}
