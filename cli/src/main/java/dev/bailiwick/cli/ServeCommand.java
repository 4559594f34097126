package dev.bailiwick.cli;

import dev.bailiwick.server.BailiwickServerProgram;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// Hands everything over to the server, which has settings of its own.
@Command(name = "serve", customSynopsis = "bailiwick serve [--SETTING VALUE]...", //
        description = {"Serve a store to other processes.", "",
                "A store that is not there is made. Settings come from flags, then from the environment, then from a file."}, //
        footer = {"  bailiwick serve --data ./data", "  bailiwick serve --config server.yaml --check-config"})
final class ServeCommand implements Callable<Integer> {
    @Unmatched
    private List<String> arguments = new ArrayList<>();

    /// The server knows its settings, and tells them when somebody asks.
    @Spec
    void tellSettings(CommandSpec spec) {
        spec.usageMessage().sectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, _ -> settings());
    }

    private static String settings() {
        var told = new ByteArrayOutputStream();
        try (var out = new PrintStream(told, true, StandardCharsets.UTF_8)) {
            BailiwickServerProgram.run(new String[]{"--help"}, out, out);
        }
        var text = told.toString(StandardCharsets.UTF_8);
        return text.substring(text.indexOf("\n\n") + 2);
    }

    @Override
    public Integer call() {
        return BailiwickServerProgram.run(arguments.toArray(String[]::new), System.out, System.err);
    }
}
