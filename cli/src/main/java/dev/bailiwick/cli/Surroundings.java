package dev.bailiwick.cli;

import java.io.InputStream;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/// What a command meets besides its arguments and its two outputs.
///
/// @param terminal whether a person sits there, who sees progress and can be asked
record Surroundings(InputStream in, boolean terminal, Map<String, String> environment) {
    Surroundings {
        environment = Map.copyOf(environment);
    }

    /// Nothing to read, nobody there, no variables.
    static Surroundings none() {
        return new Surroundings(InputStream.nullInputStream(), false, Map.of());
    }

    static Surroundings ofThisProcess() {
        var terminal = Optional.ofNullable(System.console()).map(console -> console.isTerminal()).orElse(false);
        return new Surroundings(System.in, terminal, System.getenv());
    }

    /// Those of the application that the command belongs to.
    static Surroundings of(CommandSpec command) {
        return ((Bailiwick) command.root().userObject()).surroundings();
    }

    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isEmpty());
    }
}
