package dev.bailiwick.cli;

import dev.bailiwick.store.CompactableStore;

/// What a command does with a store.
@FunctionalInterface
interface StoreWork {
    /// Does it, and returns an exit code.
    int with(CompactableStore store) throws Exception;
}
