package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A new directory for everything that a run writes, and nothing else's. Closing it, which a shutdown hook may do at any time,
/// deletes it.
final class Workspace implements AutoCloseable {
    private final Path directory;

    private Workspace(Path directory) {
        this.directory = directory;
    }

    static Workspace below(Path parent) throws IOException {
        return new Workspace(Files.createTempDirectory(Files.createDirectories(parent), "bailiwick-bench-"));
    }

    Path directory() {
        return directory;
    }

    /// A directory for a part of the run. Its own parent directory is the part's too.
    Path part(String name) {
        try {
            return Files.createDirectories(directory.resolve(name)).resolve("data");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete(String name) {
        try {
            Trees.delete(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long usableBytes() throws IOException {
        return Files.getFileStore(directory).getUsableSpace();
    }

    @Override
    public void close() throws IOException {
        Trees.delete(directory);
    }
}
