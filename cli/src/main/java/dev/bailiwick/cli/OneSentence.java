package dev.bailiwick.cli;

import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Answers bad input with exactly one sentence: no usage text, no trace, no second line even if the input had one.
final class OneSentence implements IParameterExceptionHandler {
    /// What picocli says where none of several options was given.
    private static final String CHOICE = "(specify one of these):";

    @Override
    public int handleParseException(ParameterException refused, String[] arguments) {
        print(refused.getCommandLine(), sentence(refused));
        return ExitCode.BAD_INPUT;
    }

    static void print(CommandLine commandLine, String sentence) {
        commandLine.getOut().flush();
        var command = commandLine.getCommandSpec().qualifiedName();
        commandLine.getErr().println(command + ": " + Printable.line(sentence) + (sentence.endsWith("?") ? "" : "."));
    }

    private static String sentence(ParameterException refused) {
        return switch (refused) {
            case UnmatchedArgumentException unmatched -> unmatched(unmatched);
            case MissingParameterException missing when !missing.getMissing().isEmpty()
                    && missing.getMissing().getFirst().isPositional() ->
                "nothing to work on: give at least one "
                        + missing.getMissing().getFirst().paramLabel();
            case MissingParameterException missing when missing.getMessage() != null
                    && missing.getMessage().contains(CHOICE) ->
                "one of these must be said: " + missing.getMessage().substring(
                        missing.getMessage().indexOf(CHOICE) + CHOICE.length()).replaceAll("[()]", "").strip();
            default -> asOurs(String.valueOf(refused.getMessage()));
        };
    }

    /// Other people's sentences, from a small letter and without a full stop.
    private static String asOurs(String message) {
        var start = message.substring(0, 1).toLowerCase(Locale.ROOT);
        return start + message.substring(1, message.endsWith(".") ? message.length() - 1 : message.length());
    }

    private static String unmatched(UnmatchedArgumentException refused) {
        var argument = refused.getUnmatched().getFirst();
        var kind = refused.isUnknownOption()
                ? "option"
                : refused.getCommandLine().getSubcommands().isEmpty() ? "argument" : "command";
        return "there is no " + kind + " '" + argument + "'" + hint(refused.getSuggestions());
    }

    private static String hint(List<String> suggestions) {
        // The nearest comes first, and of the others hardly any is near.
        return suggestions.isEmpty() ? "" : "; did you mean " + suggestions.getFirst() + "?";
    }
}
