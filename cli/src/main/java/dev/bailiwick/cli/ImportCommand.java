package dev.bailiwick.cli;

import dev.bailiwick.engine.EmbeddedStore;
import dev.bailiwick.engine.ImportReport;
import dev.bailiwick.engine.ImportRequest;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Takes in the file of an org.
@Command(name = "import", //
        description = {"Take in an org that was exported.", "",
                "First the whole file is checked; if an aggregate has another history here, nothing is written. What is there"
                        + " already is left as it is, so that an import which was cut short is finished by the same command."
                        + " Works on the data directory of a store that is not open."}, //
        footer = {"  bailiwick import acme.org --data data"})
final class ImportCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "FILE", description = "What bailiwick export wrote.")
    private Path file;

    @Option(names = "--json", description = "Print the report as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        return data.use(Surroundings.of(spec), this::take);
    }

    private int take(EmbeddedStore store) {
        var progress = ProgressLine.of(spec);
        var report = store
                .importOrg(ImportRequest.of(file).withProgress(sofar -> progress.show(() -> progress(sofar))));
        progress.clear();
        Output.of(spec).report(json ? json(report).toString() : "Imported " + text(report) + ".");
        return ExitCode.DONE;
    }

    private static String progress(ImportReport report) {
        return report.aggregates() + report.present() == 0
                ? "checked " + Amount.mebibytes(report.checkedBytes())
                : "importing: " + text(report);
    }

    private static String text(ImportReport report) {
        return Amount.of(report.events(), "event") + " of " + Amount.of(report.aggregates(), "aggregate")
                + String.format(Locale.ROOT, ", %,d %s there already", report.present(),
                        report.present() == 1 ? "was" : "were");
    }

    private static JsonWriter json(ImportReport report) {
        return new JsonWriter().put("org", report.orgId().toString()).put("bytes", report.checkedBytes())
                .put("aggregates", report.aggregates()).put("events", report.events())
                .put("present", report.present());
    }
}
