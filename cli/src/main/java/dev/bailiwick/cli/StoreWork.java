package dev.bailiwick.cli;

import dev.bailiwick.store.EventStore;

/// What a command does with a store.
@FunctionalInterface
interface StoreWork {
    /// Does it, and returns an exit code.
    int with(EventStore store) throws Exception;
}
