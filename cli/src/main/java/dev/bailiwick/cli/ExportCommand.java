package dev.bailiwick.cli;

import dev.bailiwick.engine.EmbeddedStore;
import dev.bailiwick.engine.ExportReport;
import dev.bailiwick.engine.ExportRequest;
import java.nio.file.Path;
import java.util.UUID;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Writes one org to a file.
@Command(name = "export", //
        description = {"Write one org to a file that any store can import.", "",
                "Every aggregate with its events, versions, times and hashes, trimmed and deleted ones too. Works on the data"
                        + " directory of a store that is not open; of one that a server has open, take a backup and export"
                        + " from a copy of that."}, //
        footer = {"  bailiwick export acme acme.org --data data"})
final class ExportCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "ORG", converter = WrittenId.Id.class, description = "The org.")
    private UUID org;

    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "1", paramLabel = "FILE", description = "A file that is not there yet.")
    private Path file;

    @Option(names = "--json", description = "Print the report as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        return data.use(Surroundings.of(spec), this::export);
    }

    private int export(EmbeddedStore store) {
        var progress = ProgressLine.of(spec);
        var report = store.exportOrg(ExportRequest.of(org, file)
                .withProgress(sofar -> progress.show(() -> "exporting: " + text(sofar))));
        progress.clear();
        Output.of(spec).report(json ? json(report).toString() : "Exported " + text(report) + ".");
        return ExitCode.DONE;
    }

    private static String text(ExportReport report) {
        return Amount.of(report.events(), "event") + " of " + Amount.of(report.aggregates(), "aggregate") + ", "
                + Amount.mebibytes(report.bytes());
    }

    private static JsonWriter json(ExportReport report) {
        return new JsonWriter().put("aggregates", report.aggregates()).put("events", report.events()).put("bytes",
                report.bytes());
    }
}
