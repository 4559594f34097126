package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Shortens a stream from its beginning.
@Command(name = "trim", //
        description = {"Make what is before a version unreadable.", "",
                "A trim never goes back. One past the last version trims everything and leaves the aggregate alive."}, //
        footer = {"  bailiwick trim acme/orders/order-4821 --keep-from 10",
                "  bailiwick trim acme/orders/order-4821 --keep-from 10 --json"})
final class TrimCommand implements Callable<Integer> {
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

    @Option(names = "--keep-from", paramLabel = "VERSION", required = true, converter = VersionNumber.class, //
            description = "The first version that stays readable.")
    private long keepFrom;

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        return choice.use(store -> {
            new DetailsForm(store).print(Output.of(spec), store.trim(key, keepFrom), json);
            return ExitCode.DONE;
        });
    }
}
