package dev.bailiwick.engine;

import dev.bailiwick.store.EventStore;
import dev.bailiwick.testkit.EventStoreModelProperties;
import dev.bailiwick.testkit.StoreSetup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

/// The engine does what the reference does, on random histories.
class EngineProperties extends EventStoreModelProperties {
    private Path directory = Path.of("");
    private int opened;

    @BeforeProperty
    void createDirectory() throws IOException {
        directory = Files.createTempDirectory("engine");
    }

    @AfterProperty
    void deleteDirectory() throws IOException {
        delete(directory);
    }

    @Override
    protected EventStore open(StoreSetup setup) {
        try {
            delete(directory.resolve("store-" + (opened - 1)));
            return Bailiwick.open(EngineTest.options(directory.resolve("store-" + opened++), setup));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path tree) throws IOException {
        if (Files.exists(tree)) {
            try (var files = Files.walk(tree)) {
                for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }
}
