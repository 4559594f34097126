package dev.bailiwick.cli;

import dev.bailiwick.engine.Backup;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Copies a backup to where a store is to be.
@Command(name = "restore", //
        description = {"Copy a backup to where a store is to be.", "",
                "The backup stays as it is. As a clone it becomes another store with the same history: positions of the"
                        + " one are refused by the other."}, //
        footer = {"  bailiwick restore /backup/monday data", "  bailiwick restore /backup/monday trial --as-clone"})
final class RestoreCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "BACKUP", description = "The directory of the backup.")
    private Path backup;

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "1", paramLabel = "TARGET", description = "A directory that is not there or is empty.")
    private Path target;

    @Option(names = "--as-clone", description = "Give it an identity of its own. Default: it is the same store.")
    private boolean clone;

    @Option(names = "--json", description = "Print the report as a line of JSON.")
    private boolean json;

    @Override
    public Integer call() {
        if (!DataDirectory.isStore(backup)) {
            throw new BadInput("there is no backup in " + backup);
        }
        var report = Backup.restore(backup, target, clone ? Backup.Identity.NEW : Backup.Identity.SAME);
        Output.of(spec).report(json ? CopyForm.json(report).toString() : "Restored " + CopyForm.text(report) + ".");
        return ExitCode.DONE;
    }
}
