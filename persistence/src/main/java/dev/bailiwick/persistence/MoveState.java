package dev.bailiwick.persistence;

/// How far a move is.
public enum MoveState {
    /// It is announced, and those who use the map get to know of it.
    PLANNED,
    /// Rows are copied, while the source serves reads and writes.
    COPYING,
    /// What was changed since it was copied is copied again.
    CATCHING_UP,
    /// Writes wait, while the last changes are copied and compared.
    FENCED,
    /// The target serves. What is left in the source is not seen by anybody, and is kept so that the move can be reverted.
    SWITCHED,
    /// What is left in the source is being removed.
    CLEANING,
    /// All is done.
    CLEANED,
    /// The source serves, as it did before, and what was copied is being removed.
    ABORTING,
    /// Nothing is left of it.
    ABORTED,
    /// It was switched, and another move has brought everything back.
    REVERTED;

    /// Whether the source still serves and the target has copies.
    boolean isBeforeSwitch() {
        return this == PLANNED || this == COPYING || this == CATCHING_UP || this == FENCED;
    }

    /// Whether nothing happens any more.
    public boolean isFinal() {
        return this == CLEANED || this == ABORTED || this == REVERTED;
    }
}
