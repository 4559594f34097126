package dev.bailiwick.engine;

import dev.bailiwick.store.StoreLockedException;
import dev.bailiwick.store.StoreMismatchException;
import dev.bailiwick.store.UnreadableStoreException;
import java.nio.file.Path;

/// The door to the embedded store.
public final class Bailiwick {
    private Bailiwick() {
    }

    /// Opens the store in a directory with every default, or creates it.
    public static EmbeddedStore open(Path directory) {
        return open(EngineOptions.at(directory));
    }

    /// Opens the store, or creates it.
    ///
    /// @throws StoreLockedException if it is open already
    /// @throws StoreMismatchException if an option contradicts what it was created with
    /// @throws UnreadableStoreException if it is damaged, of a newer format, or cannot be read
    public static EmbeddedStore open(EngineOptions options) {
        return Engine.open(new RealDisk(), options);
    }
}
