package dev.bailiwick.server;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.engine.EngineOptions;
import dev.bailiwick.store.EventStore;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class OrgBoundaryEngineTest extends OrgBoundaryContract {
    @TempDir
    Path directory;

    @Override
    EventStore open() {
        return Bailiwick.open(EngineOptions.at(directory).withShards(1).withMemoryBytes(128L << 20));
    }
}
