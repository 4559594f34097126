package dev.bailiwick.server;

import dev.bailiwick.store.UnauthenticatedException;

/// Whether a caller who was let in would still be. Asked before every operation, so it is quick.
@FunctionalInterface
interface Standing {
    boolean holds();

    default void check() {
        if (!holds()) {
            throw new UnauthenticatedException();
        }
    }
}
