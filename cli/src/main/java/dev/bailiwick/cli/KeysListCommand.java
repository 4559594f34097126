package dev.bailiwick.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Prints all keys, in the order in which they were made.
@Command(name = "list", description = "List the keys, expired ones included.", footer = "  bailiwick keys list --data ./data")
final class KeysListCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final KeysFileChoice choice = new KeysFileChoice();

    @Option(names = "--json", description = "Print a line of JSON for each.")
    private boolean json;

    @Override
    public Integer call() {
        var keys = choice.keys().list();
        var out = Output.of(spec);
        if (json) {
            keys.forEach(key -> out.line(KeyForm.json(key).toString()));
        } else {
            new RunningTable(out, "id", "name", "org", "rights", "created", "expires")
                    .print(keys.stream().map(KeyForm::row).toList());
        }
        out.flush();
        return ExitCode.DONE;
    }
}
