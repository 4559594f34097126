package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.ExpectedVersion;
import dev.bailiwick.store.Recreation;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Ends an aggregate, after asking.
@Command(name = "delete", //
        description = {"End an aggregate.", "",
                "Its events can no longer be read. One that is recreatable may begin anew with the next append; for good"
                        + " is for good. On a terminal it asks first; elsewhere it wants --yes."}, //
        footer = {"  bailiwick delete acme/orders/order-4821 --recreatable",
                "  bailiwick delete acme/orders/order-4821 --for-good --expect 12 --yes"})
final class DeleteCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "KEY", converter = WrittenId.Key.class, //
            description = "The aggregate, ORG/TYPE/ID, each a UUID, a number or a name.")
    private AggregateKey key;

    @ArgGroup(multiplicity = "1")
    private Finality finality = new Finality();

    @Option(names = "--expect", paramLabel = "WHAT", converter = Expectation.class, //
            completionCandidates = Expectation.class, //
            description = "Delete only if the aggregate is as expected: ${COMPLETION-CANDIDATES}, or the version it is at."
                    + " Default: any.")
    private ExpectedVersion expected = ExpectedVersion.any();

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    /// One of the two must be said, since neither is a good guess.
    static final class Finality {
        @Option(names = "--recreatable", required = true, description = "A later append may begin it anew.")
        boolean recreatable;

        @Option(names = "--for-good", required = true, description = "It never comes back.")
        boolean forGood;
    }

    @Override
    public Integer call() throws Exception {
        new Confirmation(spec).ask("Delete " + key + (finality.forGood ? " for good?" : "?"), yes);
        var recreation = finality.forGood ? Recreation.FORBIDDEN : Recreation.ALLOWED;
        return choice.use(store -> {
            new DetailsForm(store).print(Output.of(spec), store.delete(key, expected, recreation), json);
            return ExitCode.DONE;
        });
    }
}
