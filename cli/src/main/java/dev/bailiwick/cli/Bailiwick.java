package dev.bailiwick.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The application: what all [Commands] have in common.
@Command(name = "bailiwick", description = "A sharded event store in which every fact has exactly one authority.", //
        mixinStandardHelpOptions = true, versionProvider = ProductVersion.class, //
        synopsisSubcommandLabel = "COMMAND", //
        descriptionHeading = "%n", parameterListHeading = "%n", optionListHeading = "%nOptions:%n", //
        commandListHeading = "%nCommands:%n", exitCodeListHeading = "%nExit codes:%n", footerHeading = "%nExamples:%n", //
        exitCodeList = {"0:done", "1:an unexpected failure", "2:bad input, described in one sentence",
                "3:refused by the store, with the number of the error", "4:the store is not available now",
                "5:stored data is damaged or cannot be read, or the demo's proof fails", "130:interrupted",
                "141:nobody reads the output any more"}, //
        footer = {"  bailiwick demo", "  bailiwick init --data ./data",
                "  bailiwick append acme/orders/order-4821 '{\"total\": 12}' --type Placed --data ./data",
                "  bailiwick read acme/orders/order-4821 --data ./data", "  bailiwick place 1000 1004 --shards 4",
                "  bailiwick read --help"}, //
        scope = ScopeType.INHERIT)
public final class Bailiwick implements Runnable {
    private final Surroundings surroundings;

    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    private Bailiwick(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    public static void main(String[] arguments) {
        var output = new StandardOutput(new FileOutputStream(FileDescriptor.out));
        var out = new PrintWriter(new OutputStreamWriter(output, System.out.charset()));
        var err = new PrintWriter(System.err, true, System.err.charset());
        int exitCode = commandLine(Surroundings.ofThisProcess(), arguments).setOut(out).setErr(err).execute(arguments);
        out.flush();
        System.exit(output.exitCode(exitCode, err));
    }

    /// The application with nothing around it.
    static CommandLine commandLine() {
        return commandLine(Surroundings.none());
    }

    /// The application with all commands, ready to execute arguments.
    static CommandLine commandLine(Surroundings surroundings) {
        var commandLine = new CommandLine(new Bailiwick(surroundings));
        Commands.NAMES.forEach(name -> commandLine.addSubcommand(name, Commands.named(name)));
        Objects.requireNonNull(commandLine.getSubcommands().get("help")).getCommandSpec().usageMessage() //
                .header(new String[0]).synopsisHeading("Usage: ").description("Print the help of a command.")
                .footer("  bailiwick help place");
        return prepared(commandLine);
    }

    /// The application for one call. Where the call names a command that needs no other, it has no other: to get all of them ready
    /// takes longer than most of them do.
    private static CommandLine commandLine(Surroundings surroundings, String[] arguments) {
        boolean one = arguments.length > 0 && Commands.NAMES.contains(arguments[0])
                && !Commands.KNOWING_ALL.contains(arguments[0]);
        return one
                ? prepared(new CommandLine(new Bailiwick(surroundings)).addSubcommand(arguments[0],
                        Commands.named(arguments[0])))
                : commandLine(surroundings);
    }

    /// Counts for the commands that are there, so it comes last.
    private static CommandLine prepared(CommandLine commandLine) {
        return commandLine //
                .setExpandAtFiles(false) // an id may begin with @
                .setUsageHelpAutoWidth(true) //
                .setParameterExceptionHandler(new OneSentence()) //
                .setExecutionExceptionHandler(new FailureReport());
    }

    Surroundings surroundings() {
        return surroundings;
    }

    /// Called without a command: whoever does that wants to know the commands.
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
