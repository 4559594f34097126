package dev.bailiwick.server;

import java.nio.file.Path;

/// A file of the server's own cannot be used: it is damaged, it is open to others, or the disk refuses. The message names the file and
/// says what to do.
public final class UnusableFileException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Path file;

    UnusableFileException(Path file, String reason) {
        super(file + ": " + reason);
        this.file = file;
    }

    public Path file() {
        return file;
    }
}
