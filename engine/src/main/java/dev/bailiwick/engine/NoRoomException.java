package dev.bailiwick.engine;

import java.io.IOException;

/// There is no space on the disk. Nothing was changed, and it can be tried again.
final class NoRoomException extends IOException {
    private static final long serialVersionUID = 1;

    NoRoomException(String message) {
        super(message);
    }
}
