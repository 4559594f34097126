package dev.bailiwick.cli;

import java.util.function.Supplier;

/// Input that a command refuses. The message is the one clear sentence that the person reads.
final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadInput(String sentence) {
        super(sentence);
    }

    BadInput(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    /// Takes a step whose values were all written by the person in front of the terminal.
    ///
    /// @param prefix stands before what the step refused
    static <T> T refusing(String prefix, Supplier<T> step) {
        try {
            return step.get();
        } catch (IllegalArgumentException e) {
            throw new BadInput(prefix + e.getMessage(), e);
        }
    }
}
