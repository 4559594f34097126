package dev.bailiwick.engine;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventStoreModelProperties;
import dev.bailiwick.testkit.StoreSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/// The engine does what the reference does, on random histories, on every routing rule and on one, two and four shards.
class EngineProperties extends EventStoreModelProperties {
    private Path directory = Path.of("");
    private int opened;

    @BeforeProperty
    void createDirectory() throws IOException {
        directory = Files.createTempDirectory("engine");
    }

    @AfterProperty
    void deleteDirectory() throws IOException {
        Sealing.delete(directory);
    }

    @Override
    protected EventStore open(StoreSetup setup) {
        try {
            Sealing.delete(directory.resolve("store-" + (opened - 1)));
            return open(EngineTest.options(directory.resolve("store-" + opened++), setup));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    EventStore open(EngineOptions options) {
        return Engine.open(new DelegatingDisk(), options);
    }
}
