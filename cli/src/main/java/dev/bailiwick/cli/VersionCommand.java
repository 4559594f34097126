package dev.bailiwick.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(name = "version", description = "Print the version of Bailiwick and of the Java that runs it.", //
        footer = "  bailiwick version")
final class VersionCommand implements Runnable {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        for (var line : new ProductVersion().getVersion()) {
            spec.commandLine().getOut().println(line);
        }
    }
}
