package dev.bailiwick.cli;

/// Standard output takes nothing more, so that there is no point in going on. [StandardOutput] knows why.
final class OutputLostException extends RuntimeException {
    private static final long serialVersionUID = 1;

    OutputLostException() {
        super("standard output takes nothing more");
    }
}
