package dev.bailiwick.cli;

import dev.bailiwick.engine.CompactionReport;
import dev.bailiwick.engine.CompactionRequest;
import dev.bailiwick.engine.EmbeddedStore;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Gives back the disk space of what nobody can read any more.
@Command(name = "compact", //
        description = {"Give back the disk space of trimmed and deleted events.", "",
                "A running store does this in the background where it is worth it. This command works on the data"
                        + " directory of a store that is not open, as fast as it goes."}, //
        footer = {"  bailiwick compact --data data", "  bailiwick compact --data data --all --json"})
final class CompactCommand implements Callable<Integer> {
    private static final double MEBIBYTE = 1 << 20;

    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    @Option(names = "--all", description = "Write all finished segments anew, which also brings the events of each"
            + " aggregate together. Default: those of which a quarter or more can be reclaimed.")
    private boolean all;

    @Option(names = "--json", description = "Print the report as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var directory = data.path(Surroundings.of(spec));
        if (!DataDirectory.isStore(directory)) {
            throw new BadInput("there is no store in " + directory);
        }
        var store = dev.bailiwick.engine.Bailiwick.open(DataDirectory.options(directory));
        try (var held = new HeldStore(store)) {
            return held.run(_ -> compact(store));
        }
    }

    private int compact(EmbeddedStore store) {
        var progress = ProgressLine.of(spec);
        var request = all ? CompactionRequest.everything() : CompactionRequest.worthwhile();
        var report = store.compact(request.withProgress(sofar -> progress.show(() -> "compacting: " + text(sofar))));
        progress.clear();
        var out = Output.of(spec);
        out.line(json ? json(report).toString() : "Compacted: " + text(report) + ".");
        out.flush();
        return ExitCode.DONE;
    }

    private static String text(CompactionReport report) {
        return String.format(Locale.ROOT,
                "%,d of %,d segments became %,d, %.1f MiB became %.1f MiB, %,d event%s reclaimed",
                report.replaced(), report.looked(), report.written(), report.bytesBefore() / MEBIBYTE,
                report.bytesAfter() / MEBIBYTE, report.events(), report.events() == 1 ? "" : "s");
    }

    private static JsonWriter json(CompactionReport report) {
        return new JsonWriter().put("looked", report.looked()).put("replaced", report.replaced())
                .put("written", report.written()).put("bytesBefore", report.bytesBefore())
                .put("bytesAfter", report.bytesAfter()).put("events", report.events());
    }
}
