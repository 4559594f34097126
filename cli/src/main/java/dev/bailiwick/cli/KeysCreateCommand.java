package dev.bailiwick.cli;

import dev.bailiwick.server.ApiKeyRequest;
import dev.bailiwick.server.Right;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Makes a key and shows its secret, this once.
@Command(name = "create", description = "Make a key. Its secret is printed last, and kept nowhere.", //
        footer = {"  bailiwick keys create billing --org acme --rights read+append --data ./data",
                "  bailiwick keys create operations --all-orgs --rights all --expires 2030-01-01T00:00:00Z"})
final class KeysCreateCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final KeysFileChoice choice = new KeysFileChoice();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "NAME", description = "For whom it is, in words.")
    private String name;

    @ArgGroup(multiplicity = "1")
    private Scope scope = new Scope();

    @Option(names = "--rights", paramLabel = "RIGHTS", required = true, //
            description = "Some of read, append and administer with + between them, or all.")
    private String rights = "";

    @Option(names = "--expires", paramLabel = "TIME", description = "Until when it counts, such as 2030-01-01T00:00:00Z. Default: always.")
    private @Nullable String expires;

    @Option(names = "--json", description = "Print a line of JSON, with the secret.")
    private boolean json;

    /// One of the two must be said: what a key can see is nothing to guess.
    static final class Scope {
        @Option(names = "--org", paramLabel = "ORG", required = true, converter = WrittenId.Id.class, //
                description = "The only org that its holder can see.")
        @Nullable
        UUID org;

        @Option(names = "--all-orgs", required = true, description = "Its holder can see every org.")
        boolean all;
    }

    @Override
    public Integer call() {
        var keys = choice.keys();
        var created = BadInput.refusing("", () -> keys.create(
                new ApiKeyRequest(name, Optional.ofNullable(scope.org), Right.parse(rights), expiry())));
        var out = Output.of(spec);
        if (json) {
            out.line(KeyForm.json(created.key()).put("secret", created.secret()).toString());
        } else {
            var table = new RunningTable(out, "id", "name", "org", "rights", "created", "expires");
            table.print(List.of(KeyForm.row(created.key())));
            out.line("Its secret, shown this once:");
            out.line(created.secret());
        }
        out.flush();
        return ExitCode.DONE;
    }

    private Optional<Instant> expiry() {
        try {
            return Optional.ofNullable(expires).map(Instant::parse);
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("a time is written like 2030-01-01T00:00:00Z, not '" + expires + "'", e);
        }
    }
}
