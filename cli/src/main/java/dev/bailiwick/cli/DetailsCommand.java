package dev.bailiwick.cli;

import dev.bailiwick.placement.AggregateKey;
import dev.bailiwick.store.AggregateNotExistsException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Prints what is known about an aggregate, deleted ones included.
@Command(name = "details", description = "Print version, state and time of the last write of an aggregate.", //
        footer = {"  bailiwick details acme/orders/order-4821", "  bailiwick details acme/orders/order-4821 --json"})
final class DetailsCommand implements Callable<Integer> {
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

    @Option(names = "--json", description = "Print a line of JSON.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        return choice.use(store -> {
            var details = store.details(key).orElseThrow(() -> new AggregateNotExistsException(key));
            new DetailsForm(store).print(Output.of(spec), details, json);
            return ExitCode.DONE;
        });
    }
}
