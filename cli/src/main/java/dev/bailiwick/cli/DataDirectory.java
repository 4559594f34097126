package dev.bailiwick.cli;

import dev.bailiwick.engine.EmbeddedStore;
import dev.bailiwick.engine.EngineOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The option that names a data directory.
final class DataDirectory {
    static final String VARIABLE = "BAILIWICK_DATA";
    /// The file that every data directory has; `docs/file-format.md` describes it.
    private static final String DESCRIPTOR = "store";
    /// The least that a store takes. A command does one thing and ends, so that more would only make it begin later.
    private static final long MEMORY_BYTES = 128L << 20;

    @Option(names = "--data", paramLabel = "DIR", //
            description = "The data directory of the store. Default: the variable " + VARIABLE + ".")
    private @Nullable Path data;

    /// The directory that the option names.
    Optional<Path> given() {
        return Optional.ofNullable(data);
    }

    Optional<Path> byVariable(Surroundings surroundings) {
        return surroundings.variable(VARIABLE).map(Path::of);
    }

    /// The directory, for commands that work on nothing else.
    Path path(Surroundings surroundings) {
        return given().or(() -> byVariable(surroundings))
                .orElseThrow(() -> new BadInput("which store? Give --data DIR, or set " + VARIABLE));
    }

    /// The directory of a store that is there, for commands that work on nothing else.
    Path store(Surroundings surroundings) {
        return requireStore(path(surroundings));
    }

    static Path requireStore(Path directory) {
        if (!isStore(directory)) {
            throw new BadInput("there is no store in " + directory + "; make one with bailiwick init --data "
                    + directory);
        }
        return directory;
    }

    /// Opens the store, lets the work use it, and closes it, whatever happens.
    ///
    /// @return what the work returned, for an exit code
    int use(Surroundings surroundings, EmbeddedWork work) throws Exception {
        var store = dev.bailiwick.engine.Bailiwick.open(options(store(surroundings)));
        try (var held = new HeldStore(store)) {
            return held.run(_ -> work.with(store));
        }
    }

    /// What a command does with a store that this process has open.
    @FunctionalInterface
    interface EmbeddedWork {
        /// Does it, and returns an exit code.
        int with(EmbeddedStore store) throws Exception;
    }

    /// How commands open a store.
    static EngineOptions options(Path directory) {
        return EngineOptions.at(directory).withMemoryBytes(MEMORY_BYTES);
    }

    static boolean isStore(Path directory) {
        return Files.isRegularFile(directory.resolve(DESCRIPTOR));
    }
}
