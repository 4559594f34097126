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

/// The same with the engine behind the server. Histories on two shards, a third of all, have certificates on both sides, and a server that
/// asks who calls.
class RemoteEngineProperties extends RemoteStoreProperties {
    private final Remote guarded = Remote.guarded();
    private Path directory = Path.of("");

    @Override
    protected EventStore open(StoreSetup setup) {
        return setup.shards() == 2
                ? guarded.to(served(setup), options -> options.withClock(setup.clock()))
                : super.open(setup);
    }

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
        guarded.close();
        closeServers();
        try (var files = Files.walk(directory)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        }
    }
}
