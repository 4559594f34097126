package dev.bailiwick.engine;

import java.io.IOException;
import java.nio.file.Path;

/// Something in a log is not what was written. Never thrown for what a crash may leave behind.
final class CorruptLogException extends IOException {
    private static final long serialVersionUID = 1;

    private final transient Path file;
    private final long offset;

    CorruptLogException(Path file, long offset, String what) {
        super(file + " at offset " + offset + ": " + what);
        this.file = file;
        this.offset = offset;
    }

    Path file() {
        return file;
    }

    long offset() {
        return offset;
    }
}
