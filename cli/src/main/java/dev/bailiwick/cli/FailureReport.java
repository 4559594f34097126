package dev.bailiwick.cli;

import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Tells refused input, which the person can mend, from a bug, whose trace somebody will want to read.
final class FailureReport implements IExecutionExceptionHandler {
    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult arguments) {
        if (failure instanceof BadInput refused) {
            OneSentence.print(commandLine, String.valueOf(refused.getMessage()));
            return Bailiwick.BAD_INPUT;
        }
        OneSentence.print(commandLine, "an unexpected failure; please report it together with the lines below");
        failure.printStackTrace(commandLine.getErr());
        return Bailiwick.UNEXPECTED_FAILURE;
    }
}
