package dev.bailiwick.cli;

import dev.bailiwick.server.ApiKeys;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// Where the keys of a server are.
final class KeysFileChoice {
    /// What a server takes unless its settings say otherwise.
    private static final String USUAL = "api-keys";

    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    @Option(names = "--keys-file", paramLabel = "FILE", //
            description = "The file of keys, if the server's settings name one. Default: " + USUAL
                    + " in the data directory.")
    private @Nullable Path file;

    ApiKeys keys() {
        if (file != null) {
            return ApiKeys.at(file);
        }
        return ApiKeys.at(data.store(Surroundings.of(spec)).resolve(USUAL));
    }
}
