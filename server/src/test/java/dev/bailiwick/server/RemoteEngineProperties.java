package dev.bailiwick.server;

import dev.bailiwick.engine.Bailiwick;
import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.StoreSetup;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import net.jqwik.api.lifecycle.AfterTry;

/// The same with the engine behind the server.
class RemoteEngineProperties extends RemoteStoreProperties {
    private Path directory = Path.of("");

    @Override
    EventStore served(StoreSetup setup) {
        try {
            directory = Files.createTempDirectory("remote-engine");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return Bailiwick.open(RemoteStoreTest.options(directory.resolve("store"), setup));
    }

    @AfterTry
    void deleteStore() throws IOException {
        closeServers();
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}
