package dev.bailiwick.engine;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventEraserContract;
import dev.bailiwick.testkit.StoreSetup;
import java.nio.file.Path;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.io.TempDir;

/// The engine erases as the contract says.
class EngineEraserTest {
    @Nested
    class AsItComes extends EventEraserContract {
        @TempDir
        Path directory = Path.of("");

        @Override
        protected EventStore open(StoreSetup setup) {
            return Engine.open(new DelegatingDisk(), EngineTest.options(directory, setup));
        }
    }

    @Nested
    class SealingEveryFewChanges extends EventEraserContract {
        @TempDir
        Path directory = Path.of("");

        @Override
        protected EventStore open(StoreSetup setup) {
            return Sealing.open(new DelegatingDisk(), EngineTest.options(directory, setup), 2);
        }
    }
}
