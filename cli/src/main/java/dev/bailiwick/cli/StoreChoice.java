package dev.bailiwick.cli;

import dev.bailiwick.store.CompactableStore;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The options that say which store a command works on, and the one place that opens it: in a directory, or through a server.
final class StoreChoice {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    @Mixin
    private final ServerChoice server = new ServerChoice();

    /// Opens the store, lets the work use it, and closes it, whatever happens.
    ///
    /// @return what the work returned, for an exit code
    int use(StoreWork work) throws Exception {
        try (var held = new HeldStore(open())) {
            return held.run(work);
        }
    }

    /// An option counts before the variables, and of either there is one.
    private CompactableStore open() throws IOException {
        var surroundings = Surroundings.of(spec);
        boolean options = data.given().isPresent() || server.given().isPresent();
        var directory = options ? data.given() : data.byVariable(surroundings);
        var address = options ? server.given() : surroundings.variable(ServerChoice.VARIABLE);
        if (directory.isPresent() == address.isPresent()) {
            throw new BadInput("which store? Give --data DIR or --server HOST:PORT, or set " + DataDirectory.VARIABLE
                    + " or " + ServerChoice.VARIABLE + (directory.isPresent() ? ", and one of them only" : ""));
        }
        if (address.isPresent()) {
            return server.connect(address.get(), surroundings);
        }
        if (server.hasDetails()) {
            throw new BadInput("a key and TLS are for a server: give --server HOST:PORT");
        }
        return dev.bailiwick.engine.Bailiwick
                .open(DataDirectory.options(DataDirectory.requireStore(directory.orElseThrow())));
    }
}
