package dev.bailiwick.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// Looks at the files of a store.
@Command(name = "inspect", //
        subcommands = {InspectSegmentsCommand.class, InspectFramesCommand.class, InspectAggregateCommand.class}, //
        description = {"Look at the files of a store: segments, frames, and where an aggregate is.", "",
                "Nothing is written. The store may be open in another process, or be damaged: what can be read is shown,"
                        + " with what is wrong."}, //
        footer = {"  bailiwick inspect segments --data ./data", "  bailiwick inspect frames 0/1 3 --data ./data",
                "  bailiwick inspect aggregate acme/orders/order-4821 --data ./data"})
final class InspectCommand implements Runnable {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    /// Called without saying what: whoever does that wants to know what can be said.
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
