package dev.bailiwick.cli;

import dev.bailiwick.store.ErrorKind;

/// With what the program ends, so that a script can tell what to do next. `docs/cli.md` and every `--help` list them.
final class ExitCode {
    static final int DONE = 0;
    /// A bug, or a machine that does not play along.
    static final int UNEXPECTED_FAILURE = 1;
    static final int BAD_INPUT = 2;
    /// The store said no to this request, and would again.
    static final int REFUSED = 3;
    /// The store cannot be reached, or cannot do it now.
    static final int UNAVAILABLE = 4;
    /// Stored data is not what it should be.
    static final int PROBLEMS_FOUND = 5;
    /// What a shell reports of a program that ended for a lack of readers: 128 and the number of SIGPIPE.
    static final int NOBODY_READS = 141;

    private ExitCode() {
    }

    static int of(ErrorKind kind) {
        return switch (kind) {
            case CALLER, CONFLICT -> REFUSED;
            case UNAVAILABLE -> UNAVAILABLE;
            case CORRUPT -> PROBLEMS_FOUND;
            case INTERNAL -> UNEXPECTED_FAILURE;
        };
    }
}
