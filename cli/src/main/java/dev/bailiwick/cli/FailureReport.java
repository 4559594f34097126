package dev.bailiwick.cli;

import dev.bailiwick.server.UnusableFileException;
import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.StoreLockedException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Tells refused input and what the store refused, which the person can mend, from a bug, whose trace somebody will want to read.
final class FailureReport implements IExecutionExceptionHandler {
    private static final String ELSEWHERE = ", or reach the server that has it open: --server HOST:PORT";

    @Override
    public int handleExecutionException(Exception failure, CommandLine commandLine, ParseResult arguments) {
        return switch (failure) {
            case BadInput refused -> {
                OneSentence.print(commandLine, String.valueOf(refused.getMessage()));
                yield ExitCode.BAD_INPUT;
            }
            case UnusableFileException unusable -> {
                OneSentence.print(commandLine, String.valueOf(unusable.getMessage()));
                yield ExitCode.BAD_INPUT;
            }
            case BailiwickException refused -> {
                OneSentence.print(commandLine, refused.getMessage()
                        + (refused instanceof StoreLockedException ? ELSEWHERE : ""));
                yield ExitCode.of(refused.code().kind());
            }
            case DemoFailedException failed -> {
                OneSentence.print(commandLine, String.valueOf(failed.getMessage()));
                yield ExitCode.UNEXPECTED_FAILURE;
            }
            case OutputLostException _ -> ExitCode.NOBODY_READS;
            default -> {
                OneSentence.print(commandLine,
                        "an unexpected failure; please report it together with the lines below");
                failure.printStackTrace(commandLine.getErr());
                yield ExitCode.UNEXPECTED_FAILURE;
            }
        };
    }
}
