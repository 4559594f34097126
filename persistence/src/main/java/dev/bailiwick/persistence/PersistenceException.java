package dev.bailiwick.persistence;

import org.jspecify.annotations.Nullable;

/// Every failure of this module that a caller can do something about. What a database says about a statement stays an exception of jOOQ.
public abstract class PersistenceException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final PersistenceError error;

    PersistenceException(PersistenceError error, String sentence) {
        this(error, sentence, null);
    }

    PersistenceException(PersistenceError error, String sentence, @Nullable Throwable cause) {
        super(error.number() + " " + error.title() + ": " + sentence, cause);
        this.error = error;
    }

    /// Its number and name, by which programs tell it from others.
    public final PersistenceError error() {
        return error;
    }
}
