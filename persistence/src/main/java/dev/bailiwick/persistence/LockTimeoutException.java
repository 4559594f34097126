package dev.bailiwick.persistence;

import java.time.Duration;

/// A named lock was not free in time.
public final class LockTimeoutException extends PersistenceException {
    private static final long serialVersionUID = 1;

    LockTimeoutException(String name, Duration waited) {
        super(PersistenceError.LOCK_TIMEOUT, "the lock '" + name + "' was not free within " + waited.toMillis()
                + " ms: somebody else holds it. Try again later, or wait longer");
    }
}
