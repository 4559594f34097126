package dev.bailiwick.persistence;

import org.jspecify.annotations.Nullable;

/// Why a move cannot succeed and is aborted. It stays inside of this package.
final class MoveObstacleException extends RuntimeException {
    private static final long serialVersionUID = 1;

    MoveObstacleException(String sentence, @Nullable Throwable cause) {
        super(sentence, cause);
    }
}
