package dev.bailiwick.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// Runs typical commands on a store of its own and prints nothing. The launcher calls it once after each build, and lets the JVM
/// keep what it loaded meanwhile, so that other commands start fast.
@Command(name = "rehearse", hidden = true, description = "Run typical commands once, so that the JVM knows what they load.", //
        footer = "  bailiwick rehearse")
final class RehearseCommand implements Callable<Integer> {
    private static final String KEY = "acme/orders/17";

    @Override
    public Integer call() throws IOException {
        var directory = Files.createTempDirectory("bailiwick-rehearsal-");
        try {
            for (var arguments : commands(directory.resolve("data").toString())) {
                int exitCode = Bailiwick.commandLine().setOut(new PrintWriter(Writer.nullWriter()))
                        .setErr(new PrintWriter(Writer.nullWriter())).execute(arguments.toArray(String[]::new));
                if (exitCode != ExitCode.DONE) {
                    throw new IllegalStateException(arguments + " ended with " + exitCode);
                }
            }
        } finally {
            Trees.delete(directory);
        }
        return ExitCode.DONE;
    }

    private static List<List<String>> commands(String data) {
        return List.of(
                List.of("place", "1000", "order-4821", KEY, "0198c5f0-7a00-7000-8145-000000000001", "--shards", "4",
                        "--rule", "aggregate_id"),
                List.of("init", "--data", data, "--shards", "1"),
                List.of("append", KEY, "{\"total\": 12}", "--type", "Placed", "--metadata", "by=ann", "--data", data),
                List.of("read", KEY, "--data", data), List.of("read", KEY, "--json", "--data", data),
                List.of("details", KEY, "--data", data), List.of("list", "orgs", "--data", data));
    }
}
