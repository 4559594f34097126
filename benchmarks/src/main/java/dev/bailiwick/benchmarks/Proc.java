package dev.bailiwick.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// What Linux tells about itself in files of lines. Elsewhere there is none of it.
final class Proc {
    private Proc() {
    }

    static List<String> lines(String path) {
        try {
            return Files.readAllLines(Path.of(path));
        } catch (IOException _) {
            return List.of();
        }
    }

    /// What follows the first `name:` in the file.
    static Optional<String> field(String path, String name) {
        return lines(path).stream().filter(line -> line.startsWith(name))
                .filter(line -> line.substring(name.length()).strip().startsWith(":"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip()).findFirst();
    }

    /// A field in kilobytes, as bytes; NaN if there is none.
    static double bytes(String path, String name) {
        return field(path, name).map(text -> Double.parseDouble(text.replace("kB", "").strip()) * 1024)
                .orElse(Double.NaN);
    }
}
