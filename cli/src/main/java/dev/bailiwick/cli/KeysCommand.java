package dev.bailiwick.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The keys by which a server knows its callers.
@Command(name = "keys", subcommands = {KeysCreateCommand.class, KeysListCommand.class, KeysRevokeCommand.class}, //
        description = {"Make, list and revoke the API keys of a server.", "",
                "Works on the file that the server looks at; a server that runs notices within a second."}, //
        footer = {"  bailiwick keys create billing --org acme --rights read+append --data ./data",
                "  bailiwick keys list --data ./data", "  bailiwick keys revoke 0123456789ab --data ./data"})
final class KeysCommand implements Runnable {
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
