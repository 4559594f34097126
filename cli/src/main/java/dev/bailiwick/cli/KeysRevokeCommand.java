package dev.bailiwick.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Takes a key back.
@Command(name = "revoke", description = "Take a key back. A server that runs ends what its holder has open.", //
        footer = "  bailiwick keys revoke 0123456789ab --data ./data")
final class KeysRevokeCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final KeysFileChoice choice = new KeysFileChoice();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "KEY-ID", description = "The id that list shows.")
    private String id;

    @Override
    public Integer call() {
        var revoked = choice.keys().revoke(id)
                .orElseThrow(
                        () -> new BadInput("there is no key '" + id + "'; bailiwick keys list shows those there are"));
        var out = Output.of(spec);
        out.line("Revoked key " + revoked.id() + " of '" + Printable.line(revoked.name()) + "'.");
        out.flush();
        return ExitCode.DONE;
    }
}
