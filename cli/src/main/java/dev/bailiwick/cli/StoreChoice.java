package dev.bailiwick.cli;

import dev.bailiwick.store.EventStore;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/// The options that say which store a command works on, and the one place that opens it.
final class StoreChoice {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private final DataDirectory data = new DataDirectory();

    /// Opens the store, lets the work use it, and closes it, whatever happens.
    ///
    /// @return what the work returned, for an exit code
    int use(StoreWork work) throws Exception {
        try (var held = new HeldStore(open())) {
            return held.run(work);
        }
    }

    private EventStore open() {
        var directory = data.path(Surroundings.of(spec));
        if (!DataDirectory.isStore(directory)) {
            throw new BadInput("there is no store in " + directory + "; make one with bailiwick init --data "
                    + directory);
        }
        return dev.bailiwick.engine.Bailiwick.open(DataDirectory.options(directory));
    }
}
