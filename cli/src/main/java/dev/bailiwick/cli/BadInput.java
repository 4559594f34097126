package dev.bailiwick.cli;

/// Input that a command refuses. The message is the one clear sentence that the person reads.
final class BadInput extends RuntimeException {
    private static final long serialVersionUID = 1;

    BadInput(String sentence) {
        super(sentence);
    }

    BadInput(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
