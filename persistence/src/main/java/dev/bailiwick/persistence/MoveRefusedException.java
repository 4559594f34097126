package dev.bailiwick.persistence;

/// A move cannot be planned or begun as it was asked for. Nothing has changed.
public final class MoveRefusedException extends PersistenceException {
    private static final long serialVersionUID = 1;

    MoveRefusedException(String sentence) {
        super(PersistenceError.MOVE_REFUSED, sentence);
    }
}
