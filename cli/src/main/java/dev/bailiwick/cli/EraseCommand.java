package dev.bailiwick.cli;

import dev.bailiwick.store.EraseReceipt;
import dev.bailiwick.store.EraseRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Removes payloads for good, after asking, and prints the receipt.
@Command(name = "erase", //
        description = {"Remove payloads for good.", "",
                "Of one aggregate or a whole org, trimmed and deleted events included. When it returns, no payload is left"
                        + " in the files of the store. The events stay as stubs: types, metadata and hashes are not erased."
                        + " On a terminal it asks first; elsewhere it wants --yes."}, //
        footer = {"  bailiwick erase acme/customers/customer-17", "  bailiwick erase acme --yes --json"})
final class EraseCommand implements Callable<Integer> {
    // Filled in by picocli.
    @SuppressWarnings("NullAway.Init")
    @Spec
    private CommandSpec spec;

    @Mixin
    private final StoreChoice choice = new StoreChoice();

    // Required, so never null when the command runs.
    @SuppressWarnings("NullAway.Init")
    @Parameters(index = "0", paramLabel = "SCOPE", description = "An ORG, or an aggregate ORG/TYPE/ID.")
    private String written;

    @Option(names = "--yes", description = "Do not ask.")
    private boolean yes;

    @Option(names = "--json", description = "Print the receipt as a line of JSON, with digests before and after.")
    private boolean json;

    @Override
    public Integer call() throws Exception {
        var request = BadInput.refusing("cannot erase that: ", this::request);
        new Confirmation(spec).ask("Erase all payloads of " + written + " for good?", yes);
        return choice.use(store -> {
            var receipt = store.erase(request);
            Output.of(spec).report(json
                    ? json(receipt).toString()
                    : "Erased " + Amount.of(receipt.events(), "payload") + " of "
                            + Amount.of(receipt.aggregates(), "aggregate") + " at " + receipt.erasedAt() + ".");
            return ExitCode.DONE;
        });
    }

    private EraseRequest request() {
        return written.indexOf('/') < 0
                ? EraseRequest.org(WrittenId.id(written))
                : EraseRequest.aggregate(WrittenId.key(written));
    }

    private JsonWriter json(EraseReceipt receipt) {
        return new JsonWriter().put("scope", written).put("erasedAt", receipt.erasedAt().toString())
                .put("aggregates", receipt.aggregates()).put("events", receipt.events())
                .put("before", DigestForm.json(receipt.before())).put("after", DigestForm.json(receipt.after()));
    }
}
