package dev.bailiwick.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files of the project.
final class Repository {
    private static final Path ROOT = Path.of(System.getProperty("project.root"));

    private Repository() {
    }

    static Path root() {
        return ROOT;
    }

    static String read(String path) {
        return read(ROOT.resolve(path));
    }

    static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The README and everything in `docs`.
    static List<Path> documents() {
        return Stream.concat(Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md").map(ROOT::resolve),
                below("docs", ".md").stream()).toList();
    }

    static List<Path> below(String folder, String ending) {
        try (var files = Files.walk(ROOT.resolve(folder))) {
            return files.filter(file -> file.toString().endsWith(ending)).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
