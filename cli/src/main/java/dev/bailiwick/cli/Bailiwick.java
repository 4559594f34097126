package dev.bailiwick.cli;

import java.io.PrintWriter;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The application: the list of commands and what they have in common.
@Command(name = "bailiwick", description = "A sharded event store in which every fact has exactly one authority.", //
        subcommands = {PlaceCommand.class, BenchCommand.class, VersionCommand.class, HelpCommand.class}, //
        mixinStandardHelpOptions = true, versionProvider = ProductVersion.class, //
        synopsisSubcommandLabel = "COMMAND", //
        descriptionHeading = "%n", parameterListHeading = "%n", optionListHeading = "%nOptions:%n", //
        commandListHeading = "%nCommands:%n", exitCodeListHeading = "%nExit codes:%n", footerHeading = "%nExamples:%n", //
        exitCodeList = {"0:done", "1:an unexpected failure", "2:bad input, described in one sentence"}, //
        footer = {"  bailiwick place 1000 1004 --shards 4", "  bailiwick place --help", "  bailiwick bench",
                "  bailiwick version"}, //
        scope = ScopeType.INHERIT)
public final class Bailiwick implements Runnable {
    static final int UNEXPECTED_FAILURE = 1;
    static final int BAD_INPUT = 2;

    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        var commandLine = commandLine() //
                .setOut(new PrintWriter(System.out, true, System.out.charset())) //
                .setErr(new PrintWriter(System.err, true, System.err.charset()));
        System.exit(commandLine.execute(arguments));
    }

    /// The application, ready to execute arguments.
    static CommandLine commandLine() {
        var commandLine = new CommandLine(new Bailiwick());
        Objects.requireNonNull(commandLine.getSubcommands().get("help")).getCommandSpec().usageMessage() //
                .header(new String[0]).synopsisHeading("Usage: ").description("Print the help of a command.")
                .footer("  bailiwick help place");
        return commandLine //
                .setExpandAtFiles(false) // an id may begin with @
                .setUsageHelpAutoWidth(true) //
                .setParameterExceptionHandler(new OneSentence()) //
                .setExecutionExceptionHandler(new FailureReport());
    }

    /// Called without a command: whoever does that wants to know the commands.
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getOut());
    }
}
