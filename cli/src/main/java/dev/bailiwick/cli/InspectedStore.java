package dev.bailiwick.cli;

import dev.bailiwick.engine.StoreInspection;
import java.nio.file.Files;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// What all commands that look at files have in common.
final class InspectedStore {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    @Option(names = "--json", description = "Print lines of JSON.")
    private boolean json;

    boolean json() {
        return json;
    }

    StoreInspection inspection() {
        var directory = data.path(Surroundings.of(spec));
        if (!Files.isDirectory(directory)) {
            throw new BadInput("there is no directory " + directory);
        }
        return StoreInspection.of(directory);
    }

    /// Prints what is wrong, and returns the exit code.
    int conclude(Output out, List<String> problems) {
        if (json) {
            problems.forEach(problem -> out.line(new JsonWriter().put("problem", problem).toString()));
        } else {
            problems.forEach(problem -> out.line("  problem: " + Printable.line(problem)));
        }
        out.flush();
        return problems.isEmpty() ? ExitCode.DONE : ExitCode.PROBLEMS_FOUND;
    }
}
