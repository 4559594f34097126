package dev.bailiwick.cli;

import dev.bailiwick.engine.Backup;
import dev.bailiwick.engine.BackupRequest;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Copies a store, open or not.
@Command(name = "backup", //
        description = {"Copy a store, whether it is open or not.", "",
                "The copy is a data directory: opened, it is the store as it was. It is made from the files and disturbs"
                        + " nobody. What is copied is read back and checked. If it is cut short, the same command goes on"
                        + " where it was."}, //
        footer = {"  bailiwick backup /backup/monday --data data",
                "  bailiwick backup /backup/tuesday --data data --since /backup/monday"})
final class BackupCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "TARGET", description = "A directory that is not there or is empty.")
    private Path target;

    @Option(names = "--since", paramLabel = "DIR", description = "A backup of the same store on the same file system."
            + " What has not changed is shared with it.")
    private @Nullable Path previous;

    @Option(names = "--json", description = "Print the report as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        var directory = data.store(Surroundings.of(spec));
        var progress = ProgressLine.of(spec);
        var report = Backup.take(directory, new BackupRequest(target, Optional.ofNullable(previous),
                sofar -> progress.show(() -> "copied " + CopyForm.text(sofar))));
        progress.clear();
        Output.of(spec).report(json ? CopyForm.json(report).toString() : "Backed up " + CopyForm.text(report) + ".");
        return ExitCode.DONE;
    }
}
