package dev.bailiwick.persistence;

/// A named lock is not held any more, though it was not closed: the database could not be reached for as long as its lease, or it was held for too long.
public final class LockLostException extends PersistenceException {
    private static final long serialVersionUID = 1;

    LockLostException(String name) {
        super(PersistenceError.LOCK_LOST, "the lock '" + name + "' is not held any more: it was held for longer than"
                + " allowed, or its lease could not be renewed. Somebody else may have it: stop, and begin anew");
    }
}
