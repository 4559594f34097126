package dev.bailiwick.persistence;

import org.jspecify.annotations.Nullable;

/// A move came to an end before the switch. The source serves as before and nothing is lost; the sentence says whether the move was aborted or can be resumed.
public final class MoveFailedException extends PersistenceException {
    private static final long serialVersionUID = 1;

    private final long number;

    MoveFailedException(long number, String sentence, @Nullable Throwable cause) {
        super(PersistenceError.MOVE_FAILED, "move " + number + " " + sentence, cause);
        this.number = number;
    }

    /// That of the move.
    public long number() {
        return number;
    }
}
