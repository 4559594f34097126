package dev.bailiwick.server;

import dev.bailiwick.store.BailiwickException;
import dev.bailiwick.store.ErrorKind;
import java.io.UncheckedIOException;

/// The numbers with which the server program ends. Those of every other command mean the same: `docs/cli.md`.
enum ServerExit {
    /// It was told to stop, and did.
    DONE(0),
    /// A defect.
    UNEXPECTED(1),
    /// The configuration, or a file that it names, cannot be used.
    BAD_INPUT(2),
    /// The store refuses to be opened like this.
    REFUSED(3),
    /// Something is in the way now: another process has the store or the port.
    UNAVAILABLE(4),
    /// Stored data is damaged, or cannot be read.
    DAMAGED(5);

    private final int code;

    ServerExit(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }

    static ServerExit of(RuntimeException failure) {
        return switch (failure) {
            case InvalidConfigException ignored -> BAD_INPUT;
            case UnusableFileException ignored -> BAD_INPUT;
            case IllegalArgumentException ignored -> BAD_INPUT;
            case UncheckedIOException ignored -> UNAVAILABLE;
            case BailiwickException refusal -> of(refusal.code().kind());
            default -> UNEXPECTED;
        };
    }

    private static ServerExit of(ErrorKind kind) {
        return switch (kind) {
            case CALLER, CONFLICT -> REFUSED;
            case UNAVAILABLE -> UNAVAILABLE;
            case CORRUPT -> DAMAGED;
            case INTERNAL -> UNEXPECTED;
        };
    }
}
